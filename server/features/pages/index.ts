export {
  audienceCount,
  countArchived,
  countAudiences,
  findPage,
  findPageToChange,
  findPageToShare,
  numberAudiences,
  type PageRow,
  pageExists,
  toPage,
} from "./queries";
export { bytesOfTopics, topicsOfPage } from "./topic-queries";
