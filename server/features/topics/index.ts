export { type TopicRow, withEntries } from "./queries";
