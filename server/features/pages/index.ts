import { archivePage } from "./archivePage";
import { createPage } from "./createPage";
import { getPage } from "./getPage";
import { getPageTopics } from "./getPageTopics";
import { listPages } from "./listPages";
import { restorePage } from "./restorePage";
import { setPageTopics } from "./setPageTopics";
import { updatePage } from "./updatePage";

export {
  countAudiences,
  findPage,
  findPageToChange,
  findPageToShare,
  numberAudiences,
  type PageRow,
  pageExists,
  toPage,
} from "./queries";
export { topicsOfPage } from "./topic-queries";

export const pageHandlers = {
  archivePage,
  createPage,
  getPage,
  getPageTopics,
  listPages,
  restorePage,
  setPageTopics,
  updatePage,
};
