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
  storedPage,
} from "./queries";
export { withCurrentImage } from "./social-image";
export { bytesOfTopics, type TopicState, topicStatesOf, topicsChangedAt, topicsOfPage } from "./topic-queries";
