import { useState } from "react";
import type * as z from "zod";
import type { TopicEntry } from "../../../contract";
import { operations } from "../../../contract";
import { useEdit } from "../../api/edits";
import { type FormField, RecordForm } from "./record-form";

const kinds = {
  text: "Text",
  markdown: "Markdown",
  faq: "Question, and its answer from the second line on",
  image: "Picture: an asset, then its description",
  link: "Link, then its label",
};

const fields: FormField[] = [
  {
    name: "type",
    label: "Kind",
    kind: "choice",
    required: true,
    options: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  },
  {
    name: "content",
    label: "Content",
    kind: "long",
    required: true,
    description: "Personal tokens such as {{ person.firstName | default: 'there' }} are filled in for each audience",
  },
];

const content = operations.createTopicEntry.body.shape.content as z.ZodType;

interface Props {
  topicId: string;
  entry?: TopicEntry;
  onDone(): void;
  onCancel(): void;
}

export function EntryForm({ topicId, entry: shown, onDone, onCancel }: Props) {
  const edit = useEdit();
  // As it was when the dialog was opened: saving over what a colleague saved since is refused.
  const [entry] = useState(shown);
  return (
    <RecordForm
      schema={content}
      fields={fields}
      initial={entry ? { ...entry.content } : { type: "markdown" }}
      empty="keep"
      submitLabel={entry ? "Save" : "Add the entry"}
      onCancel={onCancel}
      onSubmit={async (values) => {
        const body = { content: values as TopicEntry["content"] };
        const done = "Saved, live with the next versions";
        if (entry) {
          const params = { topic_id: topicId, entry_id: entry.topicEntryId };
          await edit("updateTopicEntry", { params, body }, { unchangedSince: entry, done });
        } else await edit("createTopicEntry", { params: { topic_id: topicId }, body }, { done });
        onDone();
      }}
    />
  );
}
