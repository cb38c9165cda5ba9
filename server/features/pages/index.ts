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
