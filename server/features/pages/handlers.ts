export { archivePage } from "./archivePage";
export { createPage } from "./createPage";
export { getPage } from "./getPage";
export { getPageTopics } from "./getPageTopics";
export { listPages } from "./listPages";
export { restorePage } from "./restorePage";
export { setPageTopics } from "./setPageTopics";
export { updatePage } from "./updatePage";
