import { Alert, Card, Group, Progress, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { VersionBatch } from "../../../contract";
import { useEdit } from "../../api/edits";
import { readAgain, useCall, useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { Icon } from "../icon";
import { BusyButton } from "../notices/busy-button";
import { failed, saved } from "../notices/notices";
import { formatted } from "../time";
import { builtInWords, builtOf, runningMs, wantedOf } from "./progress";

/** Says that something is saved and not live yet, and brings it to everybody. */
export function PublishBanner({ pageId }: { pageId: string }) {
  // Stays while what is in it changes, so that the focus of whoever pressed a button does too.
  return (
    <div className="focus-place">
      <Publishing pageId={pageId} />
    </div>
  );
}

function Publishing({ pageId }: { pageId: string }) {
  const { may } = useSession();
  const edit = useEdit();
  const params = { page_id: pageId };
  const { data: state } = useRead("getPublishState", { params }, { enabled: may("pages:read") });
  const batchId = may("audiences:read") ? state?.runningBatchId : null;
  const began = useSaidEnd(pageId, batchId);
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
          <BusyButton size="xs" onClick={async () => began((await edit("createVersionBatch", { params })).batchId)}>
            Publish to all
          </BusyButton>
        )}
      </Group>
    </Alert>
  );
}

/** Says for how many it is live once a batch has ended that began or was seen here. What it returns is told which one began. */
function useSaidEnd(pageId: string, batchId: string | null | undefined): (began: string) => void {
  const call = useCall({ isNoted: false });
  const [seen, setSeen] = useState<string>();
  const said = useRef<string>(undefined);
  useEffect(() => {
    if (batchId) setSeen(batchId);
    // Undefined while it is not known.
    if (batchId === undefined || batchId === seen || seen === undefined || seen === said.current) return;
    said.current = seen;
    call("getVersionBatch", { params: { page_id: pageId, batch_id: seen } })
      .then((batch) => {
        // A newer one may have begun while it is still running.
        if (batch.done) saved(endInWords(batch));
      })
      .catch(failed);
  }, [pageId, batchId, seen, call]);
  return setSeen;
}

function endInWords(batch: VersionBatch): string {
  if (batch.cancelledAt !== null || batch.notMade > 0) return builtInWords(batch);
  return `Published to ${formatted(builtOf(batch))} ${builtOf(batch) === 1 ? "audience" : "audiences"}`;
}

function RunningBatch({ pageId, batchId }: { pageId: string; batchId: string }) {
  const { may } = useSession();
  const edit = useEdit();
  const params = { page_id: pageId, batch_id: batchId };
  const { data: batch } = useRead("getVersionBatch", { params }, { everyMs: runningMs });
  useRead("getPublishState", { params: { page_id: pageId } }, { everyMs: runningMs });
  const queries = useQueryClient();
  // Once it is over, lists show the versions that were live before.
  useEffect(() => () => void readAgain(queries), [queries]);
  if (!batch) return null;
  const [done, wanted] = [builtOf(batch), wantedOf(batch)];
  const isStopping = batch.cancelledAt !== null;
  return (
    <Card withBorder mb="lg" role="status">
      <Group justify="space-between" mb="xs">
        <Text fw={550}>
          {isStopping ? "Stopping" : "Publishing"}: {formatted(done)} of {formatted(wanted)}
        </Text>
        {may("audiences:write") && !isStopping && (
          <BusyButton size="compact-sm" variant="subtle" color="red" onClick={() => edit("cancelVersionBatch", { params })}>
            Stop
          </BusyButton>
        )}
      </Group>
      <Progress value={wanted === 0 ? 100 : (100 * done) / wanted} animated aria-label="How much is published" />
    </Card>
  );
}
