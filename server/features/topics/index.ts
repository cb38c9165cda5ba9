export { type TopicRow, topicColumns, withEntries } from "./queries";
