import { createTopic } from "./createTopic";
import { createTopicEntry } from "./createTopicEntry";
import { deleteTopic } from "./deleteTopic";
import { deleteTopicEntry } from "./deleteTopicEntry";
import { getTopic } from "./getTopic";
import { listTopics } from "./listTopics";
import { updateTopic } from "./updateTopic";
import { updateTopicEntry } from "./updateTopicEntry";

export { type TopicRow, withEntries } from "./queries";

export const topicHandlers = {
  createTopic,
  createTopicEntry,
  deleteTopic,
  deleteTopicEntry,
  getTopic,
  listTopics,
  updateTopic,
  updateTopicEntry,
};
