import { Select } from "@mantine/core";
import { useRead } from "../../../api/operations";

interface Props {
  topicId: string | null;
  value: string | null;
  onChange(value: string | null): void;
}

/** Entries are told apart by their questions; long ones are cut off. */
const maxLength = 120;

/** A question that a topic answers already. */
export function FaqPicker({ topicId, value, onChange }: Props) {
  const topic = useRead("getTopic", { params: { topic_id: topicId ?? "" } }, { enabled: topicId !== null });
  const faqs = topic.data?.entries.filter(({ content }) => content.type === "faq") ?? [];
  const hasNone = topic.data !== undefined && faqs.length === 0;
  return (
    <Select
      label="Entry that answers it"
      description="The question becomes another way to ask it, which visitors are not shown"
      withAsterisk
      searchable
      allowDeselect={false}
      disabled={topicId === null}
      error={hasNone && "The topic has no faq entry. Choose another topic, or make a new entry."}
      nothingFoundMessage="Nothing found"
      data={faqs.map(({ topicEntryId, content }) => ({ value: topicEntryId, label: questionIn(content.content) }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** The first line that says anything. */
function questionIn(content: string): string {
  const question = content.trim().split("\n", 1)[0] ?? "";
  return question.length > maxLength ? `${question.slice(0, maxLength).toWellFormed()} …` : question;
}
