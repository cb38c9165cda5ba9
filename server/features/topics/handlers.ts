export { createTopic } from "./createTopic";
export { createTopicEntry } from "./createTopicEntry";
export { deleteTopic } from "./deleteTopic";
export { deleteTopicEntry } from "./deleteTopicEntry";
export { getTopic } from "./getTopic";
export { listTopics } from "./listTopics";
export { updateTopic } from "./updateTopic";
export { updateTopicEntry } from "./updateTopicEntry";
