export { getPageStats } from "./getPageStats";
export { getStats } from "./getStats";
