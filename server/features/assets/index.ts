export { fontContentType } from "./content/sniff";
export { forgetVisitorAssets } from "./from-visitors/forget-visitor-assets";
export { maxVisitorBytes, visitorBytes } from "./from-visitors/visitor-bytes";
export {
  addVisitorAssets,
  type CheckedFile,
  checkVisitorFile,
  type SentFile,
  storeVisitorFile,
  type VisitorFile,
} from "./from-visitors/visitor-files";
export { purgeTrash, purgeTrashJob } from "./purge-trash";
export { findAsset, lastTrashed } from "./queries";
export { removeFile } from "./remove-file";
export { type Download, findDownload } from "./serving/download";
export {
  documentAssets,
  findPageAsset,
  hasVariants,
  originalKey,
  type PageAsset,
  pageFile,
  previewKey,
} from "./serving/page-asset";
export { shareVariant, type Variant, Variants, variantKey } from "./serving/variants";
