export { addEntry, changeEntry } from "./change-entries";
export { type TopicRow, topicColumns, topicsById, withEntries } from "./queries";
