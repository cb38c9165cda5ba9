export { openPreview } from "./preview-url";
export { readSeal } from "./sealed-page";
