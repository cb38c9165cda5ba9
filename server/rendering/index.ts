export { type AssetScope, assetIdsIn, assetPurpose, pageAssetPath, variantWidths } from "./images";
export { renderNoticePage } from "./notice-page";
export { type RenderedPage, renderPage, renderPageInTurns } from "./page";
export type { DocumentAction, DocumentAsset, DocumentForm, PageBrand, PageDocument } from "./page-document";
export { rendererVersion } from "./renderer-version";
export { escapeHtml } from "./templates/escape";
export { contentHash } from "./templates/fragment";
export { fragmentHashesIn, placeholderEnd, placeholderStart } from "./templates/placeholders";
export { warningsOf } from "./warnings";
