import { Alert, Button, Card, Group, Progress, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import type { VersionBatch } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useList } from "../../../api/list";
import { useRead } from "../../../api/operations";
import { Icon } from "../../../parts/icon";
import { EmptyState } from "../../../parts/notices/empty-state";
import { failed } from "../../../parts/notices/notices";
import { ProblemNotice } from "../../../parts/notices/problem-notice";
import { formatted } from "../../../parts/time";
import { When } from "../../../parts/when";
import { useSession } from "../../../session/context";

const runningMs = 1_000;

/** Says that something is saved and not live yet, and brings it to everybody. */
export function PublishBanner({ pageId }: { pageId: string }) {
  const { may } = useSession();
  const edit = useEdit();
  const params = { page_id: pageId };
  const { data: state } = useRead("getPublishState", { params });
  const batchId = state?.runningBatchId;
  if (batchId) return <RunningBatch pageId={pageId} batchId={batchId} />;
  if (!state || state.outdated === 0) return null;
  const many = state.outdated === null ? "more than 10,000" : formatted(state.outdated);
  return (
    <Alert
      icon={<Icon name="rocket" />}
      color="indigo"
      mb="lg"
      title={`Saved, not live for ${many} ${state.outdated === 1 ? "audience" : "audiences"}`}
    >
      <Group justify="space-between">
        <Text size="sm">They see the page as it was. A new version brings them what you saved.</Text>
        {may("audiences:write") && (
          <Button size="xs" onClick={() => edit("createVersionBatch", { params }).catch(failed)}>
            Publish to all
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function RunningBatch({ pageId, batchId }: { pageId: string; batchId: string }) {
  const { may } = useSession();
  const edit = useEdit();
  const params = { page_id: pageId, batch_id: batchId };
  const { data: batch } = useRead("getVersionBatch", { params }, { everyMs: runningMs });
  useRead("getPublishState", { params: { page_id: pageId } }, { everyMs: runningMs });
  if (!batch) return null;
  const done = builtOf(batch);
  return (
    <Card withBorder mb="lg" role="status">
      <Group justify="space-between" mb="xs">
        <Text fw={550}>
          Publishing: {formatted(done)} of {formatted(batch.total)}
        </Text>
        {may("audiences:write") && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={() => edit("cancelVersionBatch", { params }, { done: "Stopped" }).catch(failed)}
          >
            Stop
          </Button>
        )}
      </Group>
      <Progress value={batch.total === 0 ? 100 : (100 * done) / batch.total} animated aria-label="How much is published" />
    </Card>
  );
}

export function PagePublishing({ pageId }: { pageId: string }) {
  const { may } = useSession();
  const edit = useEdit();
  const { items, isSuccess, error, refetch } = useList("listVersionBatches", { params: { page_id: pageId } });
  const isRunning = items.some((batch) => leftOf(batch) > 0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(refetch, runningMs);
    return () => clearInterval(timer);
  }, [isRunning, refetch]);
  return (
    <Stack maw={640}>
      {may("audiences:write") && (
        <Button
          w="fit-content"
          variant="default"
          onClick={() => edit("createVersionBatch", { params: { page_id: pageId } }).catch(failed)}
        >
          Build a new version for every audience
        </Button>
      )}
      {error && <ProblemNotice error={error} />}
      {items.length === 0 && isSuccess && (
        <EmptyState
          icon="rocket"
          title="Nothing was published to all yet"
          text="When you change the page, a banner above offers to bring it to everybody."
        />
      )}
      {items.map((batch) => (
        <Card key={batch.batchId} withBorder>
          <Group justify="space-between">
            <Text>
              {formatted(builtOf(batch))} of {formatted(batch.total)} built
              {batch.states.cancelled > 0 && `, ${formatted(batch.states.cancelled)} cancelled`}
            </Text>
            <Text size="sm" c="dimmed">
              <When at={batch.createdAt} />
            </Text>
          </Group>
        </Card>
      ))}
    </Stack>
  );
}

function builtOf(batch: VersionBatch): number {
  return Math.max(0, batch.total - leftOf(batch) - batch.states.cancelled);
}

function leftOf({ states }: VersionBatch): number {
  return states.pending + states.queued + states.processing;
}
