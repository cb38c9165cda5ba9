export { createPageLink } from "./createPageLink";
export { deletePageLink } from "./deletePageLink";
export { getPageLink } from "./getPageLink";
export { listPageLinks } from "./listPageLinks";
export { updatePageLink } from "./updatePageLink";
