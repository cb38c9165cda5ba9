import { createAsset } from "./createAsset";
import { deleteAsset } from "./deleteAsset";
import { getAsset } from "./getAsset";
import { listAssets } from "./listAssets";
import { listTrashedAssets } from "./listTrashedAssets";
import { restoreAsset } from "./restoreAsset";

export { type Download, findDownload } from "./download";
export { findPageAsset } from "./page-asset";
export { purgeTrash } from "./purge-trash";
export { removeFile } from "./remove-file";

export const assetHandlers = { createAsset, deleteAsset, getAsset, listAssets, listTrashedAssets, restoreAsset };
