export type { Place } from "./images";
export { addressMark, markStart, styleMark, tokenMark } from "./marks";
export { type Look, renderNotice } from "./notice";
export { type RenderedPage, renderPage } from "./page";
