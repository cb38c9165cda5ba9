export { addEntry, changeEntry } from "./entries/change-entries";
export { foundTopics, type TopicRow, topicColumns, topicsById, withEntries } from "./queries";
