export { type RenderedPage, renderPage } from "./page";
export { ownAddress } from "./weave";
