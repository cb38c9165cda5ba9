import { Alert, Button, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useUnsavedEdits } from "../../session/unsaved-edits";
import { LeaveQuestion } from "../notices/leave-question";

interface GuardProps {
  isDirty: boolean;
  /** Whether closing the dialog in the address leaves the edits. */
  isInDialog?: boolean;
  /** Told when the question is open, and when it is answered. */
  onAsk?(isAsking: boolean): void;
}

/** Asks before a screen, tab or dialog with unsaved edits is left; the browser asks before the console itself is. */
export function UnsavedGuard({ isDirty, isInDialog = false, onAsk }: GuardProps) {
  useUnsavedEdits(isDirty);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isInDialog ? isClosing : isLeaving,
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  });
  const isAsking = status === "blocked";
  useEffect(() => onAsk?.(isAsking), [onAsk, isAsking]);
  return (
    <LeaveQuestion
      title="Leave without saving?"
      leaveLabel="Leave without saving"
      isOpen={isAsking}
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
  search: { tab?: string; dialog?: string };
}

/** Filters are in the address too; changing them leaves the form where it is. */
function isLeaving({ current, next }: { current: Place; next: Place }): boolean {
  return current.pathname !== next.pathname || current.search.tab !== next.search.tab;
}

function isClosing(move: { current: Place; next: Place }): boolean {
  return isLeaving(move) || move.current.search.dialog !== move.next.search.dialog;
}
