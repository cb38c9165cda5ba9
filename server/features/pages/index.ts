export { addToArchivedCount, addToAudienceCount, audienceCount, numberAudiences } from "./audience-counts";
export { changedPage } from "./changed-page";
export {
  findPage,
  findPageToShare,
  foundPages,
  type PageRow,
  pageExists,
  storedPage,
} from "./queries";
export { withCurrentImage } from "./social-image";
export { bytesOfTopics, type TopicState, topicStatesOf, topicsChangedAt, topicsOfPage } from "./topic-queries";
