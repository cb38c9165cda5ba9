export { escapeHtml } from "./escape";
export { assetPurpose, type Place } from "./images";
export { hashesIn, markEnd, markStart } from "./marks";
export { type Look, renderNotice } from "./notice";
export { type RenderedPage, renderPage } from "./page";
