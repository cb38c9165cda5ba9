export { addLink } from "./add-link";
export { addressOf, escapedPath } from "./address";
export { forgetInFormerLinks, forgetInLinks } from "./forget";
export { normalPath } from "./path";
export { addToLinkCount, liveLinkOf, liveLinksOf } from "./queries";
