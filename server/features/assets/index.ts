export { type Download, findDownload } from "./download";
export { findPageAsset } from "./page-asset";
export { purgeTrash, purgeTrashJob } from "./purge-trash";
export { removeFile } from "./remove-file";
