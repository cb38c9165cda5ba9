export { type Look, renderNotice } from "./notice";
export { type RenderedPage, renderPage } from "./page";
export { ownAddress, pageToken } from "./weave";
