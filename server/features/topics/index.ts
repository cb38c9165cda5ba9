export { addEntry, changeEntry } from "./change-entries";
export { foundTopics, type TopicRow, topicColumns, topicsById, withEntries } from "./queries";
