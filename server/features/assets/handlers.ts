export { createAsset } from "./createAsset";
export { deleteAsset } from "./deleteAsset";
export { getAsset } from "./getAsset";
export { listAssets } from "./listAssets";
export { listTrashedAssets } from "./listTrashedAssets";
export { restoreAsset } from "./restoreAsset";
export { updateAsset } from "./updateAsset";
