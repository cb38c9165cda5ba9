import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { importGroup } from "../../../api/import/send";
import type { ImportState } from "../../../api/import/state";
import { useCall } from "../../../api/operations";
import { UnsavedGuard } from "../../../parts/forms/unsaved";
import { ProblemNotice } from "../../../parts/notices/problem-notice";
import { formatted } from "../../../parts/time";
import { counted } from "./counted";
import { Finished } from "./finished";

interface Props {
  state: ImportState;
  /** Whether a reload goes on with it. */
  isKept: boolean;
  onChange(state: ImportState | undefined): void;
}

const notKept = {
  title: "Leave the import?",
  leaveLabel: "Leave and stop the import",
  text: "This import is too large for the tab to remember. If you leave now, it can't go on, and the rows that were refused are lost.",
};

/** Groups one after the other, with a pause whenever the user wants one. */
export function RunImport({ state, isKept, onChange }: Props) {
  const call = useCall();
  const queries = useQueryClient();
  const [isPaused, setPaused] = useState(state.done > 0);
  const [failure, setFailure] = useState<unknown>();
  const isRunning = useRef(false);
  const isShown = useRef(true);
  const isDone = state.done >= state.count;

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
          {formatted(state.done)} of {formatted(state.count)} rows
        </Text>
        {!isDone && failure === undefined && (
          <Button variant="default" size="xs" onClick={() => setPaused(!isPaused)}>
            {isPaused ? "Go on" : "Pause"}
          </Button>
        )}
      </Group>
      <Progress
        value={(100 * state.done) / Math.max(1, state.count)}
        animated={!isPaused && !isDone}
        aria-label="How much is imported"
      />
      <Text size="sm">
        {counted(state.created, "person")} added, {formatted(state.updated)} updated, {counted(state.refused.length, "row")}{" "}
        refused.
      </Text>
      <UnsavedGuard isDirty={!isKept} words={notKept} />
      {!isKept && !isDone && (
        <Alert color="yellow" title="Stay here until it is done">
          The file is too large for the tab to remember: after a reload, or after leaving this screen, the import can't go on
          where it was.
        </Alert>
      )}
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
