import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { noteCall } from "../../../api/calls";
import { downloadCsv } from "../../../api/csv";
import type { ImportState } from "../../../api/import";
import { useCall } from "../../../api/operations";
import { importGroup } from "../../../api/run-import";
import { LinkButton } from "../../../parts/links";
import { failed } from "../../../parts/notices/notices";
import { ProblemNotice } from "../../../parts/notices/problem-notice";
import { formatted } from "../../../parts/time";
import { useSession } from "../../../session/context";

/** Groups one after the other, with a pause whenever the user wants one. */
export function RunImport({ state, onChange }: { state: ImportState; onChange(state: ImportState | undefined): void }) {
  const call = useCall();
  const queries = useQueryClient();
  const [isPaused, setPaused] = useState(state.done > 0);
  const [failure, setFailure] = useState<unknown>();
  const isRunning = useRef(false);
  const isShown = useRef(true);
  const isDone = state.done >= state.rows.length;

  useEffect(() => {
    if (isPaused || isDone || failure !== undefined || isRunning.current) return;
    isRunning.current = true;
    importGroup(call, state)
      // After signing out, nothing of it may be stored again. A group that is sent twice is done once.
      .then((next) => isShown.current && onChange(next), setFailure)
      .finally(() => {
        isRunning.current = false;
      });
  }, [call, state, isPaused, isDone, failure, onChange]);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  useEffect(() => {
    if (isDone) queries.invalidateQueries();
  }, [isDone, queries]);

  return (
    <Stack maw={640}>
      <Group justify="space-between">
        <Text fw={550} role="status">
          {formatted(state.done)} of {formatted(state.rows.length)} rows
        </Text>
        {!isDone && failure === undefined && (
          <Button variant="default" size="xs" onClick={() => setPaused(!isPaused)}>
            {isPaused ? "Go on" : "Pause"}
          </Button>
        )}
      </Group>
      <Progress
        value={(100 * state.done) / Math.max(1, state.rows.length)}
        animated={!isPaused && !isDone}
        aria-label="How much is imported"
      />
      <Text size="sm">
        {counted(state.created, "person")} added, {formatted(state.updated)} updated, {counted(state.refused.length, "row")}{" "}
        refused.
      </Text>
      {failure !== undefined && (
        <>
          <ProblemNotice error={failure} />
          <Button w="fit-content" onClick={() => setFailure(undefined)}>
            Try again
          </Button>
        </>
      )}
      {isDone && <Finished state={state} onAgain={() => onChange(undefined)} />}
    </Stack>
  );
}

function Finished({ state: { pageId, total, refused }, onAgain }: { state: ImportState; onAgain(): void }) {
  const { client } = useSession();
  const [isBusy, setBusy] = useState(false);
  async function addresses() {
    if (pageId === null) return;
    setBusy(true);
    try {
      const sent = { params: { page_id: pageId }, query: { limit: 100 } };
      noteCall("listAudienceLinks", sent, { whole: "csv" });
      const links = await Array.fromAsync(client.each("listAudienceLinks", sent));
      downloadCsv(
        "addresses",
        links.map(({ email, personName, name, externalId, publicUrl }) => ({
          email,
          name: personName ?? name,
          externalId,
          publicUrl,
        })),
      );
    } catch (error) {
      failed(error);
    }
    setBusy(false);
  }
  return (
    <Alert
      color={refused.length === 0 ? "teal" : "yellow"}
      title={`${formatted(total - refused.length)} of ${formatted(total)} rows are imported`}
    >
      <Group mt="xs">
        {pageId !== null && (
          <>
            <Button loading={isBusy} onClick={addresses}>
              Addresses for a mail merge
            </Button>
            <LinkButton to={`/pages/${pageId}`} variant="default">
              Open the page
            </LinkButton>
          </>
        )}
        {refused.length > 0 && (
          <Button
            variant="default"
            onClick={() =>
              downloadCsv(
                "refused rows",
                refused.map(({ row, problem }) => ({ ...row, problem })),
              )
            }
          >
            {counted(refused.length, "refused row")}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          Another file
        </Button>
      </Group>
    </Alert>
  );
}

function counted(count: number, what: string): string {
  return `${formatted(count)} ${what}${count === 1 ? "" : "s"}`;
}
