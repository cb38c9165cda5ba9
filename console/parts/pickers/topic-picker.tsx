import type { Topic } from "../../../contract";
import { ListedPicker, type ListedPickerProps } from "./listed-picker";

const topics = {
  scope: "topics:read",
  list: "listTopics",
  listed: { query: { entries: false } },
  read: "getTopic",
  sentFor: (id: string) => ({ params: { topic_id: id } }),
  entryOf: ({ topicId, title }: Pick<Topic, "topicId" | "title">): [string, string] => [topicId, title],
  gone: "A topic that was deleted",
} as const;

export function TopicPicker(props: ListedPickerProps) {
  return <ListedPicker {...props} kind={topics} />;
}
