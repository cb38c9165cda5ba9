import { useState } from "react";
import type * as z from "zod";
import type { TopicEntry } from "../../../../contract";
import { operations } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useDraft } from "../../../parts/forms/draft";
import { DraftForm } from "../../../parts/forms/draft-form";
import { type RecordField, RecordForm } from "../../../parts/forms/record-form";
import { EntryContent } from "./entry-content";
import { EntryKind } from "./entry-kind";

/** How the content is written depends on the kind. */
function fieldsOf(kind: string): RecordField[] {
  return [
    { name: "type", label: "Kind", required: true, input: (props) => <EntryKind {...props} /> },
    { name: "content", label: "Content", required: true, input: (props) => <EntryContent {...props} kind={kind} /> },
  ];
}

type EntryBody = TopicEntry["content"];

const content = operations.createTopicEntry.body.shape.content as z.ZodType;

const done = "Saved, live with the next versions";

interface Props {
  onDone(): void;
  onCancel(): void;
}

export function NewEntry({ topicId, onDone, onCancel }: Props & { topicId: string }) {
  const edit = useEdit();
  const [kind, setKind] = useState("markdown");
  return (
    <RecordForm
      schema={content}
      fields={fieldsOf(kind)}
      initial={{ type: kind }}
      empty="keep"
      submitLabel="Add the entry"
      onEdit={({ type }) => setKind(String(type))}
      onCancel={onCancel}
      onSubmit={async (body) => {
        await edit("createTopicEntry", { params: { topic_id: topicId }, body: { content: body as EntryBody } }, { done });
        onDone();
      }}
    />
  );
}

export function EditEntry({ entry, onDone, onCancel }: Props & { entry: TopicEntry }) {
  const edit = useEdit();
  const draft = useDraft(entry, ({ content: { type, content } }) => ({ type, content }));
  const { type } = draft.typed ?? draft.initial;
  return (
    <DraftForm
      draft={draft}
      schema={content}
      fields={fieldsOf(type)}
      empty="keep"
      submitLabel="Save"
      onCancel={onCancel}
      onSave={(base, body) => {
        const params = { topic_id: base.topicId, entry_id: base.topicEntryId };
        return edit("updateTopicEntry", { params, body: { content: body as EntryBody } }, { unchangedSince: base, done });
      }}
      onDone={onDone}
    />
  );
}
