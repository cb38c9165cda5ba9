import { Badge, Card, Group, Stack, Text } from "@mantine/core";
import type { Audience } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useList } from "../../../api/list";
import type { ItemOf } from "../../../api/operations";
import { LoadMore } from "../../../parts/lists/load-more";
import { NoItems } from "../../../parts/lists/no-items";
import { ConfirmButton } from "../../../parts/notices/confirm-button";
import { EmptyState } from "../../../parts/notices/empty-state";
import { When } from "../../../parts/when";
import { fieldInWords } from "../../../parts/words/field-words";
import { useSession } from "../../../session/context";

type Message = ItemOf<"listMessages">;

const roles: Record<Message["role"], string> = { user: "a user", agent: "an agent", system: "Foyer" };

/** What was changed for this audience, by whom, and back to how it was after any of it. */
export function AudienceHistory({ audience }: { audience: Audience }) {
  const { may } = useSession();
  const edit = useEdit();
  const params = { page_id: audience.pageId, audience_id: audience.audienceId };
  const list = useList("listMessages", { params }, { keepsAll: true });
  return (
    <Stack maw={760}>
      <NoItems list={list}>
        <EmptyState icon="restore" title="Nothing was changed yet" text="Every change of what is made for them is kept here." />
      </NoItems>
      {list.items.map((message, index) => (
        <Card withBorder key={message.messageId} padding="sm">
          <Group justify="space-between" align="flex-start">
            <Stack gap={4} flex={1}>
              <Text fw={550}>{toldOf(message)}</Text>
              <Text size="sm" c="dimmed">
                By {roles[message.role]}, <When at={message.createdAt} />
              </Text>
              <Changed changes={message.changes} />
            </Stack>
            {index > 0 && may("audiences:write") && (
              <ConfirmButton
                label="Set back to this"
                icon="restore"
                question="What is made for them is again as it was then, in their next version. You can set it back again."
                onConfirm={() =>
                  edit(
                    "restoreMessage",
                    { params: { ...params, message_id: message.messageId } },
                    { done: "Set back. Build a new version to bring it to them" },
                  )
                }
              />
            )}
          </Group>
        </Card>
      ))}
      <LoadMore list={list} />
    </Stack>
  );
}

/** Foyer's own words name the fields as the API does; those that change are below them. */
function toldOf({ text, changes }: Message): string {
  return text === `Changed ${Object.keys(changes).join(", ")}` ? "Changed" : text;
}

function Changed({ changes }: { changes: Message["changes"] }) {
  const names = Object.keys(changes).map((field) => fieldInWords([field]));
  if (names.length === 0) return null;
  return (
    <Group gap={4}>
      {names.map((name) => (
        <Badge key={name} variant="light" tt="none" size="sm">
          {name}
        </Badge>
      ))}
    </Group>
  );
}
