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
export { bytesOfTopics, type TopicState, topicStatesOf, topicsOfPage } from "./topic-queries";
