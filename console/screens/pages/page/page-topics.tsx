import { Button, Checkbox, Menu, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useEdit } from "../../../api/edits";
import { useList } from "../../../api/list";
import { useRead } from "../../../api/operations";
import { Icon } from "../../../parts/icon";
import { TextLink } from "../../../parts/links";
import { LoadMore } from "../../../parts/lists/load-more";
import { moved, SortableRow } from "../../../parts/lists/sortable-row";
import { EmptyState } from "../../../parts/notices/empty-state";
import { Loaded } from "../../../parts/notices/loaded";
import { failed } from "../../../parts/notices/notices";
import { useSession } from "../../../session/context";

/** Which topics a page has beside the default ones, and in which order. */
export function PageTopics({ pageId }: { pageId: string }) {
  const { may } = useSession();
  const edit = useEdit();
  const params = { page_id: pageId };
  const attached = useRead("getPageTopics", { params });
  const topics = useList("listTopics", { query: { entries: false } }, { keepsAll: true });
  const [chosen, setChosen] = useState<string[]>();
  const mayWrite = may("pages:write");
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
      {(saved) => {
        const ids = chosen ?? saved.topicIds;
        const others = topics.items.filter(({ topicId }) => !ids.includes(topicId));
        return (
          <Stack maw={640}>
            <Text c="dimmed">Drag the topics into their order. Default topics are on every page, after these.</Text>
            {ids.map((topicId, index) => {
              const title = topics.items.find((topic) => topic.topicId === topicId)?.title;
              const name = title === undefined ? <TopicTitle topicId={topicId} /> : title;
              const link = (
                <TextLink to="/topics/$topicId" params={{ topicId }}>
                  {name}
                </TextLink>
              );
              if (!mayWrite) return <div key={topicId}>{link}</div>;
              return (
                <SortableRow
                  key={topicId}
                  list="topics"
                  index={index}
                  count={ids.length}
                  label={title ?? `topic ${index + 1}`}
                  onMove={(from, to) => setChosen(moved(ids, from, to))}
                  menu={
                    <Menu.Item
                      color="red"
                      leftSection={<Icon name="close" size={14} />}
                      onClick={() => setChosen(ids.filter((id) => id !== topicId))}
                    >
                      Take it off the page
                    </Menu.Item>
                  }
                >
                  {link}
                </SortableRow>
              );
            })}
            {mayWrite && (
              <Button
                w="fit-content"
                disabled={ids.join() === saved.topicIds.join()}
                onClick={() =>
                  edit(
                    "setPageTopics",
                    { params, body: { topicIds: ids } },
                    { unchangedSince: saved, done: "Saved, live with the next versions" },
                  ).catch(failed)
                }
              >
                Save the topics
              </Button>
            )}
            {others.length > 0 && (
              <Title order={2} size="h4" mt="md">
                Other topics
              </Title>
            )}
            {others.map(({ topicId, title, isDefault }) => (
              <Checkbox
                key={topicId}
                label={title}
                checked={isDefault}
                disabled={isDefault || !mayWrite}
                description={isDefault ? "On every page" : undefined}
                onChange={() => setChosen([...ids, topicId])}
              />
            ))}
            <LoadMore list={topics} label="More topics" />
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** Of a topic that is not among those that were read already. */
function TopicTitle({ topicId }: { topicId: string }) {
  const topic = useRead("getTopic", { params: { topic_id: topicId } });
  return topic.data?.title ?? "…";
}
