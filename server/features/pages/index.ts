export { changedPage } from "./changed-page";
export {
  audienceCount,
  countArchived,
  countAudiences,
  findPage,
  findPageToShare,
  foundPages,
  numberAudiences,
  type PageRow,
  pageExists,
  storedPage,
} from "./queries";
export { withCurrentImage } from "./social-image";
export { bytesOfTopics, type TopicState, topicStatesOf, topicsChangedAt, topicsOfPage } from "./topic-queries";
