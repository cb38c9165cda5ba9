export { getPageStats } from "./getPageStats";
export { getStats } from "./getStats";
export { getVersionBatchResults } from "./getVersionBatchResults";
export { listVersionResults } from "./listVersionResults";
