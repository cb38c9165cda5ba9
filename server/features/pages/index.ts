import { createPage } from "./createPage";
import { getPage } from "./getPage";

export { countAudiences, findPage, findPageToChange, findPageToShare, type PageRow, toPage } from "./queries";

export const pageHandlers = {
  createPage,
  getPage,
};
