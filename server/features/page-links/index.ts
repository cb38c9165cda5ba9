export { addLink } from "./add-link";
export { addressOf, escapedPath } from "./address";
export { forgetInFormerLinks, forgetInLinks } from "./forget";
export { type NormalPath, normalPath } from "./path";
export { countLinks, type LiveLink, liveLinkOf, liveLinksOf, type PageLinkRow } from "./queries";
