export type { Place } from "./images";
export { keptMarks } from "./marks";
export { type Look, renderNotice } from "./notice";
export { type RenderedPage, renderPage } from "./page";
