import { Card, Group, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import { useEdit } from "../../../api/edits";
import { useList } from "../../../api/list";
import { useRead } from "../../../api/operations";
import { TextLink } from "../../../parts/links";
import { LoadMore } from "../../../parts/lists/load-more";
import { BusyButton } from "../../../parts/notices/busy-button";
import { EmptyState } from "../../../parts/notices/empty-state";
import { ReadProblem } from "../../../parts/notices/read-problem";
import { SlowAnswer } from "../../../parts/notices/slow-answer";
import { builtInWords, leftOf, runningMs } from "../../../parts/publishing/progress";
import { formatted } from "../../../parts/time";
import { When } from "../../../parts/when";
import { useSession } from "../../../session/context";

export function PagePublishing({ pageId }: { pageId: string }) {
  const { may } = useSession();
  const edit = useEdit();
  const list = useList("listVersionBatches", { params: { page_id: pageId } }, { keepsAll: true });
  const { items, isPending, isSuccess, error, refetch } = list;
  const isRunning = items.some((batch) => leftOf(batch) > 0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(refetch, runningMs);
    return () => clearInterval(timer);
  }, [isRunning, refetch]);
  return (
    <Stack maw={640}>
      {may("audiences:write") && (
        <BusyButton w="fit-content" variant="default" onClick={() => edit("createVersionBatch", { params: { page_id: pageId } })}>
          Build a new version for every audience
        </BusyButton>
      )}
      {error && <ReadProblem error={error} />}
      {isPending && <SlowAnswer />}
      {items.length === 0 && isSuccess && (
        <EmptyState
          icon="rocket"
          title="Nothing was published to all yet"
          text="When you change the page, a banner above offers to bring it to everybody."
        />
      )}
      {items.length > 0 && !isRunning && <WhatChanged pageId={pageId} />}
      {items.map((batch) => (
        <Card key={batch.batchId} withBorder>
          <Group justify="space-between">
            <Text>
              {builtInWords(batch)}
              {batch.cancelledAt === null && batch.states.cancelled > 0 && `, ${formatted(batch.states.cancelled)} cancelled`}
            </Text>
            <Text size="sm" c="dimmed">
              <When at={batch.createdAt} />
            </Text>
          </Group>
        </Card>
      ))}
      <LoadMore list={list} />
    </Stack>
  );
}

/** Audiences that are looked at for one that was published more than once. */
const maxLookedAt = 20;

/** Every audience has its own page: what the newest version has changed is shown as one of them sees it. */
function WhatChanged({ pageId }: { pageId: string }) {
  const newest = useRead("listAudiences", { params: { page_id: pageId }, query: { limit: maxLookedAt } });
  const audience = newest.data?.items.find(({ publishedVersion }) => publishedVersion.versionNumber > 1);
  if (audience === undefined) return null;
  const params = { pageId, audienceId: audience.audienceId };
  return (
    <TextLink to="/pages/$pageId/audiences/$audienceId" params={params} search={{ tab: "versions" } as never}>
      What changed, as {audience.effectiveName} sees it
    </TextLink>
  );
}
