import { Badge } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { operations } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useList } from "../../api/list";
import type { ItemOf } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { type RecordField, RecordForm } from "../../parts/forms/record-form";
import { TextLink } from "../../parts/links";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { NotLiveNotice } from "../../parts/publishing/not-live-notice";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

const columns: Column<ItemOf<"listTopics">>[] = [
  {
    title: "Topic",
    render: ({ topicId, title }) => (
      <TextLink to="/topics/$topicId" params={{ topicId }} fw={550}>
        {title}
      </TextLink>
    ),
  },
  {
    title: "Shown",
    width: 165,
    render: ({ isDefault }) => (
      <Badge variant="light" tt="none" color={isDefault ? "teal" : "gray"}>
        {isDefault ? "on every page" : "where attached"}
      </Badge>
    ),
  },
  { title: "Purpose", isMinor: true, render: ({ purpose }) => purpose ?? "—" },
  { title: "Changed", width: 150, isMinor: true, render: ({ updatedAt }) => <When at={updatedAt} /> },
];

export const topicFields: RecordField[] = [
  { name: "title", label: "Title", required: true },
  { name: "purpose", label: "Purpose", kind: "long", description: "For you alone: what this topic is there for" },
  { name: "isDefault", label: "On every page", kind: "switch", description: "Otherwise on the pages that it is attached to" },
];

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const navigate = useNavigate();
  const list = useList("listTopics", { query: { entries: false } });
  return (
    <ListScreen
      title="Topics"
      about="What pages have to say: facts, answers, pictures. Pages show the topics that fit each audience."
      actions={
        may("topics:write") && (
          <FormModal name="new" label="New topic">
            {(_, cancel) => (
              <RecordForm
                schema={operations.createTopic.body}
                fields={topicFields}
                submitLabel="Make the topic"
                onCancel={cancel}
                onSubmit={async (body) => {
                  const { topicId } = await edit("createTopic", { body: body as never });
                  navigate({ to: "/topics/$topicId", params: { topicId } });
                }}
              />
            )}
          </FormModal>
        )
      }
      notice={<NotLiveNotice />}
      list={list}
      columns={columns}
      keyOf={({ topicId }) => topicId}
      empty={{
        icon: "topic",
        title: "No topics yet",
        text: "Write down what you would say in a first call. Each topic has entries: text, questions with answers, pictures, links.",
      }}
    />
  );
}
