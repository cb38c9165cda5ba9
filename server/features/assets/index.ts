export { fontContentType } from "./content/sniff";
export { type Download, findDownload } from "./download";
export { documentAssets, findPageAsset, hasVariants, originalKey, type PageAsset, pageFile } from "./page-asset";
export { purgeTrash, purgeTrashJob } from "./purge-trash";
export { findAsset } from "./queries";
export { removeFile } from "./remove-file";
export { type Variant, Variants, variantKey } from "./variants";
