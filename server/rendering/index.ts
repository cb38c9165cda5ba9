export { assetPurpose, type Place } from "./images";
export { type Look, renderNotice } from "./notice-page";
export { type RenderedPage, renderPage } from "./page";
export type { DocumentAction, DocumentForm, PageDocument } from "./page-document";
export { escapeHtml } from "./templates/escape";
export { hashesIn, markEnd, markStart } from "./templates/placeholders";
