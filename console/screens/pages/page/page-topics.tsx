import { Button, Checkbox, Stack, Text, Title } from "@mantine/core";
import { useEdit } from "../../../api/edits";
import { useList } from "../../../api/list";
import { type Answer, type ItemOf, useRead } from "../../../api/operations";
import { useDraft } from "../../../parts/forms/draft";
import { SaveProblem, UnsavedGuard } from "../../../parts/forms/unsaved";
import { TextLink } from "../../../parts/links";
import { LoadMore } from "../../../parts/lists/load-more";
import { NoItems } from "../../../parts/lists/no-items";
import { SortableList } from "../../../parts/lists/sortable-list";
import { EmptyState } from "../../../parts/notices/empty-state";
import { useFailure } from "../../../parts/notices/failure";
import { Loaded } from "../../../parts/notices/loaded";
import { SlowAnswer } from "../../../parts/notices/slow-answer";
import { useSession } from "../../../session/context";

type Listed = ItemOf<"listTopics">;

/** Which topics a page has beside the default ones, and in which order. */
export function PageTopics({ pageId }: { pageId: string }) {
  const { may } = useSession();
  const attached = useRead("getPageTopics", { params: { page_id: pageId } });
  const list = useList("listTopics", { query: { entries: false } }, { keepsAll: true });
  if (list.items.length === 0 && !list.isPending) {
    return (
      <NoItems list={list}>
        <EmptyState
          icon="topic"
          title="No topics yet"
          text="Topics are what your pages have to say. Make some, then attach them here."
        />
      </NoItems>
    );
  }
  return (
    <Loaded read={attached}>
      {(saved) => (
        <Stack maw={640}>
          {may("pages:write") ? (
            <EditedTopics key={pageId} pageId={pageId} saved={saved} listed={list.items} />
          ) : (
            <ShownTopics ids={saved.topicIds} listed={list.items} />
          )}
          <LoadMore list={list} label="More topics" />
        </Stack>
      )}
    </Loaded>
  );
}

function ShownTopics({ ids, listed }: { ids: readonly string[]; listed: readonly Listed[] }) {
  const defaults = listed.filter(({ topicId, isDefault }) => isDefault && !ids.includes(topicId));
  return [...ids, ...defaults.map(({ topicId }) => topicId)].map((topicId) => (
    <div key={topicId}>
      <TopicName topicId={topicId} listed={listed} />
    </div>
  ));
}

interface EditedProps {
  pageId: string;
  saved: Answer<"getPageTopics">;
  listed: readonly Listed[];
}

function EditedTopics({ pageId, saved, listed }: EditedProps) {
  const edit = useEdit();
  const draft = useDraft(saved, ({ topicIds }) => topicIds);
  const [failure, setFailure] = useFailure(draft.typed);
  const ids = draft.typed ?? draft.initial;
  const others = listed.filter(({ topicId }) => !ids.includes(topicId));

  async function save() {
    setFailure(undefined);
    const sent = { params: { page_id: pageId }, body: { topicIds: [...ids] } };
    const send = (unchangedSince: typeof saved) =>
      edit("setPageTopics", sent, { unchangedSince, done: "Saved, live with the next versions" });
    await draft.save(send).catch(setFailure);
  }

  function takeTheirs() {
    setFailure(undefined);
    draft.takeTheirs();
  }

  return (
    <>
      <UnsavedGuard isDirty={draft.isDirty} />
      <Text c="dimmed">Drag the topics into their order. Default topics are on every page, after these.</Text>
      <SortableList
        name="topics"
        items={ids}
        keyOf={(topicId) => topicId}
        labelOf={(id, index) => listed.find(({ topicId }) => topicId === id)?.title ?? `topic ${index + 1}`}
        removing={{ label: "Take it off the page", icon: "close" }}
        onChange={draft.onEdit}
      >
        {(topicId) => <TopicName topicId={topicId} listed={listed} />}
      </SortableList>
      <SaveProblem error={failure} draft={{ ...draft, takeTheirs }} />
      {draft.isSaving && <SlowAnswer />}
      <Button w="fit-content" disabled={!draft.isDirty} loading={draft.isSaving} onClick={save}>
        Save the topics
      </Button>
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
          disabled={isDefault}
          description={isDefault ? "On every page" : undefined}
          onChange={() => draft.onEdit([...ids, topicId])}
        />
      ))}
    </>
  );
}

function TopicName({ topicId, listed }: { topicId: string; listed: readonly Listed[] }) {
  const title = listed.find((topic) => topic.topicId === topicId)?.title;
  return (
    <TextLink to="/topics/$topicId" params={{ topicId }}>
      {title ?? <UnlistedTitle topicId={topicId} />}
    </TextLink>
  );
}

/** Of a topic that is further down the list than was read. */
function UnlistedTitle({ topicId }: { topicId: string }) {
  const topic = useRead("getTopic", { params: { topic_id: topicId } });
  return topic.data?.title ?? "…";
}
