import { Badge, Card, Group, Menu, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Topic, TopicEntry } from "../../../../contract";
import { editing } from "../../../api/dialog";
import { useEdit } from "../../../api/edits";
import { FormModal } from "../../../parts/forms/form-modal";
import { Icon } from "../../../parts/icon";
import { moved, SortableRow } from "../../../parts/lists/sortable-row";
import { ConfirmDialog } from "../../../parts/notices/confirm-dialog";
import { failed } from "../../../parts/notices/notices";
import { EditEntry } from "./entry-form";

interface Props {
  topic: Topic;
  entry: TopicEntry;
  index: number;
  mayWrite: boolean;
}

/** An entry in its topic: moved, edited and deleted where it stands. */
export function ListedEntry({ topic, entry, index, mayWrite }: Props) {
  const edit = useEdit();
  const [isAsking, { open: ask, close: dontAsk }] = useDisclosure();
  const { topicId, topicEntryId, content } = entry;
  const shown = (
    <Stack gap={6} miw={0}>
      <Badge variant="light" tt="none">
        {content.type}
      </Badge>
      <Text size="sm" className="difference" lineClamp={8}>
        {content.content}
      </Text>
    </Stack>
  );
  if (!mayWrite) return <Card withBorder>{shown}</Card>;
  const move = (from: number, to: number) => {
    const ids = topic.entries.map((each) => each.topicEntryId);
    const sent = { params: { topic_id: topicId }, body: { entryIds: moved(ids, from, to) } };
    edit("orderTopicEntries", sent, { unchangedSince: topic }).catch(failed);
  };
  return (
    <>
      <SortableRow
        list={topicId}
        index={index}
        count={topic.entries.length}
        label={`entry ${index + 1}`}
        onMove={move}
        menu={
          <Menu.Item color="red" leftSection={<Icon name="trash" size={14} />} onClick={ask}>
            Delete
          </Menu.Item>
        }
      >
        <Group justify="space-between" align="flex-start">
          {shown}
          <FormModal name={editing(topicEntryId)} label="Edit" icon="form" variant="default" title="Edit the entry" size="lg">
            {(close, cancel) => <EditEntry entry={entry} onDone={close} onCancel={cancel} />}
          </FormModal>
        </Group>
      </SortableRow>
      <ConfirmDialog
        label="Delete"
        // Undo could make it again, but under another name, and not as the answer of these questions.
        question="Pages show the entry until their next versions. Questions that it answered are open again. This can't be undone."
        isOpen={isAsking}
        onClose={dontAsk}
        onConfirm={() => edit("deleteTopicEntry", { params: { topic_id: topicId, entry_id: topicEntryId } }, { done: "Deleted" })}
      />
    </>
  );
}
