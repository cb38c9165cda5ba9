export { type AssetScope, assetPurpose } from "./images";
export { renderNoticePage } from "./notice-page";
export { type RenderedPage, renderPage } from "./page";
export type { DocumentAction, DocumentForm, PageBrand, PageDocument } from "./page-document";
export { escapeHtml } from "./templates/escape";
export { fragmentHashesIn, placeholderEnd, placeholderStart } from "./templates/placeholders";
