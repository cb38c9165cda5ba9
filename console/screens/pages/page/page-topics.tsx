import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useEdit } from "../../../api/edits";
import { useList, useRead } from "../../../api/operations";
import { TextLink } from "../../../parts/links";
import { EmptyState } from "../../../parts/notices/empty-state";
import { Loaded } from "../../../parts/notices/loaded";
import { failed } from "../../../parts/notices/notices";
import { useSession } from "../../../session/context";

/** Which topics a page has beside the default ones. */
export function PageTopics({ pageId }: { pageId: string }) {
  const { may } = useSession();
  const edit = useEdit();
  const params = { page_id: pageId };
  const attached = useRead("getPageTopics", { params });
  const topics = useList("listTopics", { query: { entries: false } });
  const [chosen, setChosen] = useState<string[]>();
  useEffect(() => setChosen((before) => before ?? attached.data?.topicIds), [attached.data]);
  if (topics.items.length === 0 && !topics.isPending) {
    return (
      <EmptyState
        icon="topic"
        title="No topics yet"
        text="Topics are what your pages have to say. Make some, then attach them here."
      />
    );
  }
  return (
    <Loaded read={attached}>
      {(saved) => (
        <Stack maw={640}>
          <Text c="dimmed">Topics that fit the page and the audience better come first. Default topics are on every page.</Text>
          {topics.items.map(({ topicId, title, isDefault }) => (
            <Group key={topicId} justify="space-between" wrap="nowrap">
              <Checkbox
                label={title}
                checked={isDefault || (chosen ?? saved.topicIds).includes(topicId)}
                disabled={isDefault || !may("pages:write")}
                description={isDefault ? "On every page" : undefined}
                onChange={(event) => {
                  const others = (chosen ?? saved.topicIds).filter((id) => id !== topicId);
                  setChosen(event.currentTarget.checked ? [...others, topicId] : others);
                }}
              />
              <TextLink to="/topics/$topicId" params={{ topicId }} size="sm" aria-label={`Open ${title}`}>
                Open
              </TextLink>
            </Group>
          ))}
          {may("pages:write") && (
            <Button
              w="fit-content"
              disabled={chosen === undefined || chosen.join() === saved.topicIds.join()}
              onClick={() =>
                edit(
                  "setPageTopics",
                  { params, body: { topicIds: chosen ?? [] } },
                  { unchangedSince: saved, done: "Saved, live with the next versions" },
                ).catch(failed)
              }
            >
              Save the topics
            </Button>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
