import { createPageLink } from "./createPageLink";
import { deletePageLink } from "./deletePageLink";
import { getPageLink } from "./getPageLink";
import { listPageLinks } from "./listPageLinks";
import { updatePageLink } from "./updatePageLink";

export { addLink } from "./add-link";
export { addressOf, escapedPath } from "./address";
export { forgetInLinks } from "./forget";
export { type NormalPath, normalPath } from "./path";
export { hasLinks, type LiveLink, liveLinkOf, type PageLinkRow } from "./queries";

export const pageLinkHandlers = { createPageLink, deletePageLink, getPageLink, listPageLinks, updatePageLink };
