import type * as z from "zod";
import type { TopicEntry } from "../../../contract";
import { operations } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useDraft } from "./draft";
import { DraftForm } from "./draft-form";
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

type Content = TopicEntry["content"];

const content = operations.createTopicEntry.body.shape.content as z.ZodType;

const done = "Saved, live with the next versions";

interface Props {
  onDone(): void;
  onCancel(): void;
}

export function NewEntry({ topicId, onDone, onCancel }: Props & { topicId: string }) {
  const edit = useEdit();
  return (
    <RecordForm
      schema={content}
      fields={fields}
      initial={{ type: "markdown" }}
      empty="keep"
      submitLabel="Add the entry"
      onCancel={onCancel}
      onSubmit={async (body) => {
        await edit("createTopicEntry", { params: { topic_id: topicId }, body: { content: body as Content } }, { done });
        onDone();
      }}
    />
  );
}

export function EditEntry({ entry, onDone, onCancel }: Props & { entry: TopicEntry }) {
  const edit = useEdit();
  const draft = useDraft(entry, ({ content: { type, content } }) => ({ type, content }));
  return (
    <DraftForm
      draft={draft}
      schema={content}
      fields={fields}
      empty="keep"
      submitLabel="Save"
      onCancel={onCancel}
      onSave={(base, body) => {
        const params = { topic_id: base.topicId, entry_id: base.topicEntryId };
        return edit("updateTopicEntry", { params, body: { content: body as Content } }, { unchangedSince: base, done });
      }}
      onDone={onDone}
    />
  );
}
