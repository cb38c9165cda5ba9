import { Stack } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { operations, type Topic } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useRead } from "../../api/operations";
import { useDraft } from "../../parts/forms/draft";
import { DraftForm } from "../../parts/forms/draft-form";
import { FormModal } from "../../parts/forms/form-modal";
import { Heading } from "../../parts/heading";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { EmptyState } from "../../parts/notices/empty-state";
import { Loaded } from "../../parts/notices/loaded";
import { NotLiveNotice } from "../../parts/publishing/not-live-notice";
import { useSession } from "../../session/context";
import { NewEntry } from "./topic/entry-form";
import { ListedEntry } from "./topic/listed-entry";
import { topicFields } from "./topics";

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const navigate = useNavigate();
  const { topicId } = useParams({ strict: false }) as { topicId: string };
  const params = { topic_id: topicId };
  const topic = useRead("getTopic", { params });
  const mayWrite = may("topics:write");
  return (
    <Loaded read={topic}>
      {(shown) => (
        <>
          <Heading title={shown.title} about={shown.purpose} back={{ to: "/topics", label: "Topics" }}>
            {mayWrite && (
              <>
                <ConfirmButton
                  label="Delete"
                  question="The topic and its entries are deleted. Pages show it until their next versions. This can't be undone."
                  onConfirm={async () => {
                    await edit("deleteTopic", { params }, { done: "Deleted" });
                    navigate({ to: "/topics" });
                  }}
                />
                <FormModal name="edit" label="Edit" icon="form" variant="default" title="Edit the topic">
                  {(close, cancel) => <TopicForm topic={shown} onDone={close} onCancel={cancel} />}
                </FormModal>
                <FormModal name="new" label="New entry" size="lg">
                  {(close, cancel) => <NewEntry topicId={topicId} onDone={close} onCancel={cancel} />}
                </FormModal>
              </>
            )}
          </Heading>
          <NotLiveNotice topicId={shown.isDefault ? undefined : topicId} />
          <Stack>
            {shown.entries.length === 0 && (
              <EmptyState
                icon="topic"
                title="Nothing in it yet"
                text="Add an entry: a few sentences, a question with its answer, a picture."
              />
            )}
            {shown.entries.map((entry, index) => (
              <ListedEntry key={entry.topicEntryId} topic={shown} entry={entry} index={index} mayWrite={mayWrite} />
            ))}
          </Stack>
        </>
      )}
    </Loaded>
  );
}

interface FormProps {
  topic: Topic;
  onDone(): void;
  onCancel(): void;
}

function TopicForm({ topic, onDone, onCancel }: FormProps) {
  const edit = useEdit();
  const draft = useDraft(topic, ({ title, purpose, isDefault }) => ({ title, purpose: purpose ?? "", isDefault }));
  const done = "Saved, live with the next versions";
  return (
    <DraftForm
      draft={draft}
      schema={operations.updateTopic.body}
      fields={topicFields}
      empty="null"
      submitLabel="Save"
      onCancel={onCancel}
      onSave={(base, body) => edit("updateTopic", { params: { topic_id: base.topicId }, body }, { unchangedSince: base, done })}
      onDone={onDone}
    />
  );
}
