import { Alert, Button, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { FoyerError } from "../../../client";
import { useUnsavedEdits } from "../../session/unsaved-edits";
import { LeaveQuestion, type LeaveWords } from "../notices/leave-question";
import { ProblemNotice } from "../notices/problem-notice";
import type { Draft } from "./draft";

interface GuardProps {
  isDirty: boolean;
  /** The question's words, where nothing was typed. */
  words?: LeaveWords;
}

/** Asks before a screen or tab with unsaved edits is left; the browser asks before the console itself is. */
export function UnsavedGuard({ isDirty, words }: GuardProps) {
  useUnsavedEdits(isDirty);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isLeaving,
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  });
  return <Question isOpen={status === "blocked"} onStay={() => reset?.()} onLeave={() => proceed?.()} {...words} />;
}

interface DialogGuardProps {
  /** Not empty as long as something typed is not saved. */
  edits: ReadonlySet<string>;
  /** Told when the question is open, and when it is answered. */
  onAsk(isAsking: boolean): void;
}

/** Asks also before the dialog in the address is closed. */
export function DialogGuard({ edits, onAsk }: DialogGuardProps) {
  const shouldBlockFn = useCallback((move: Move) => edits.size > 0 && isClosing(move), [edits]);
  const enableBeforeUnload = useCallback(() => edits.size > 0, [edits]);
  const { status, proceed, reset } = useBlocker({ shouldBlockFn, enableBeforeUnload, withResolver: true });
  const isAsking = status === "blocked";
  useEffect(() => onAsk(isAsking), [onAsk, isAsking]);
  return <Question isOpen={isAsking} onStay={() => reset?.()} onLeave={() => proceed?.()} />;
}

/** Asks before a secret that is shown this once is left by the browser's Back or a reload. */
export function SecretGuard({ name }: { name: string }) {
  const { status, proceed, reset } = useBlocker({ shouldBlockFn: isClosing, enableBeforeUnload: true, withResolver: true });
  return (
    <LeaveQuestion
      title={`Leave the ${name}?`}
      text="It can't be shown again. Unless you have copied it, you will need another one."
      leaveLabel="Leave it"
      isOpen={status === "blocked"}
      onStay={() => reset?.()}
      onLeave={() => proceed?.()}
    />
  );
}

function Question(props: { isOpen: boolean; onStay(): void; onLeave(): void } & Partial<LeaveWords>) {
  return <LeaveQuestion title="Leave without saving?" leaveLabel="Leave without saving" {...props} />;
}

/** What is typed about a record that others may be editing too. */
export type SharedDraft = Pick<Draft<unknown, unknown>, "isDirty" | "isOutdated" | "isRefused" | "isEditedBeside" | "takeTheirs">;

interface SaveProblemProps {
  /** Why it could not be saved, if it was tried. */
  error: unknown;
  draft?: SharedDraft | undefined;
}

/** What keeps a form from being saved; it stands where somebody saves. What a colleague has done is said once, in our words. */
export function SaveProblem({ error, draft }: SaveProblemProps) {
  const status = error instanceof FoyerError ? error.status : undefined;
  // Of what is not typed any more, nothing is said.
  const isSaid = status === 412 && draft && (!draft.isRefused || draft.isOutdated || draft.isEditedBeside);
  return (
    <>
      {status === 401 && <SignedInAgainNotice />}
      {error !== undefined && status !== 401 && !isSaid && <ProblemNotice error={error} />}
      {draft?.isOutdated && <OutdatedNotice onTakeTheirs={draft.takeTheirs} />}
      {draft?.isEditedBeside && <BesideNotice />}
    </>
  );
}

/** Somebody else was faster: theirs stays stored, what was typed stays on the screen. */
function OutdatedNotice({ onTakeTheirs }: { onTakeTheirs(): void }) {
  return (
    <Alert color="yellow" title="Somebody else has saved this while you were typing">
      <Stack gap="xs">
        <Text size="sm">Yours can't be saved over theirs. Copy what you want to keep, then go on with theirs.</Text>
        <Button w="fit-content" size="xs" variant="default" onClick={onTakeTheirs}>
          Discard mine and show theirs
        </Button>
      </Stack>
    </Alert>
  );
}

/** The key had ended. Whoever sees this has signed in with another one, over the form. */
function SignedInAgainNotice() {
  return (
    <Alert color="yellow" title="Not saved yet">
      <Text size="sm">Your key had ended when you saved. You are signed in again: save it once more.</Text>
    </Alert>
  );
}

function BesideNotice() {
  return (
    <Alert color="yellow" title="Somebody else has saved something beside this while you were typing">
      <Text size="sm">Yours is not saved yet. Save it once more: it changes nothing of theirs.</Text>
    </Alert>
  );
}

interface Place {
  pathname: string;
  search: { tab?: string; dialog?: string };
}

interface Move {
  current: Place;
  next: Place;
}

/** Filters are in the address too; changing them leaves the form where it is. */
function isLeaving({ current, next }: Move): boolean {
  return current.pathname !== next.pathname || current.search.tab !== next.search.tab;
}

function isClosing(move: Move): boolean {
  return isLeaving(move) || move.current.search.dialog !== move.next.search.dialog;
}
