export { changedPage } from "./changed-page";
export {
  audienceCount,
  countArchived,
  countAudiences,
  findPage,
  findPageToChange,
  findPageToShare,
  foundPages,
  numberAudiences,
  type PageRow,
  pageExists,
  toPage,
} from "./queries";
export { bytesOfTopics, type TopicState, topicStatesOf, topicsChangedAt, topicsOfPage } from "./topic-queries";
