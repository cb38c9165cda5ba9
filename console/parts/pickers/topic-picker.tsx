import { useState } from "react";
import { useList } from "../../api/list";
import { LongSelect, type PickerProps } from "./long-select";

export function TopicPicker(props: PickerProps) {
  const [isOpened, setOpened] = useState(false);
  const list = useList("listTopics", { query: { entries: false } }, { keepsAll: true, enabled: isOpened });
  const names = new Map(list.items.map(({ topicId, title }) => [topicId, title]));
  return <LongSelect {...props} names={names} list={list} onDropdownOpen={() => setOpened(true)} />;
}
