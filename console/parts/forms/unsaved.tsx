import { Alert, Button, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useUnsavedEdits } from "../../session/unsaved-edits";
import { LeaveQuestion } from "../notices/leave-question";

/** Asks before a screen or tab with unsaved edits is left; the browser asks before the console itself is. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  useUnsavedEdits(isDirty);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isLeaving,
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  });
  return (
    <LeaveQuestion
      title="Leave without saving?"
      leaveLabel="Leave without saving"
      isOpen={status === "blocked"}
      onStay={() => reset?.()}
      onLeave={() => proceed?.()}
    />
  );
}

/** Somebody else was faster: theirs stays stored, what was typed stays on the screen. */
export function OutdatedNotice({ onTakeTheirs }: { onTakeTheirs(): void }) {
  return (
    <Alert color="yellow" title="Somebody else has saved this while you were typing" mb="md">
      <Stack gap="xs">
        <Text size="sm">Yours can't be saved over theirs. Copy what you want to keep, then go on with theirs.</Text>
        <Button w="fit-content" size="xs" variant="default" onClick={onTakeTheirs}>
          Discard mine and show theirs
        </Button>
      </Stack>
    </Alert>
  );
}

interface Place {
  pathname: string;
  search: { tab?: string };
}

/** Filters are in the address too; changing them leaves the form where it is. */
function isLeaving({ current, next }: { current: Place; next: Place }): boolean {
  return current.pathname !== next.pathname || current.search.tab !== next.search.tab;
}
