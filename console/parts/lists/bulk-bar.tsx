import { Button, Group, Progress, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAgain } from "../../api/operations";
import { ConfirmButton } from "../notices/confirm-button";
import { failed, saved } from "../notices/notices";
import { undoable } from "../notices/undo-notice";

export interface BulkAction {
  label: string;
  color?: string;
  /** Asked first, for what can't be taken back. */
  question?: string;
  /** What is said of so many that are done. */
  done(count: number): string;
  run(id: string): Promise<unknown>;
  /** Takes one back; left out where the API can't. */
  undo?(id: string): Promise<unknown>;
}

interface Props {
  chosen: ReadonlySet<string>;
  actions: readonly BulkAction[];
  /** Called with those that are left: the ones that failed stay chosen. */
  onDone(left: ReadonlySet<string>): void;
}

/** What can be done with all that are chosen, one after the other, with progress. The screen is read again once, at the end. */
export function BulkBar({ chosen, actions, onDone }: Props) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<number>();
  if (chosen.size === 0) return null;

  async function runAll({ run, undo, done }: BulkAction) {
    const succeeded: string[] = [];
    const problems: unknown[] = [];
    for (const [index, id] of [...chosen].entries()) {
      setProgress((100 * index) / chosen.size);
      await run(id).then(
        () => succeeded.push(id),
        (error: unknown) => problems.push(error),
      );
    }
    setProgress(undefined);
    readAgain(queries);
    onDone(new Set([...chosen].filter((id) => !succeeded.includes(id))));
    if (problems.length > 0) failed(problems[0]);
    if (succeeded.length === 0) return;
    if (!undo) return saved(done(succeeded.length));
    undoable(done(succeeded.length), async () => {
      for (const id of succeeded) await undo(id);
      await readAgain(queries);
    });
  }

  return (
    <Group role="toolbar" aria-label="What is chosen" mb="md" gap="xs">
      <Text size="sm" fw={550}>
        {chosen.size} chosen
      </Text>
      {actions.map((action) =>
        action.question ? (
          <ConfirmButton key={action.label} label={action.label} question={action.question} onConfirm={() => runAll(action)} />
        ) : (
          <Button
            key={action.label}
            size="compact-sm"
            variant="light"
            {...(action.color !== undefined && { color: action.color })}
            disabled={progress !== undefined}
            onClick={() => runAll(action)}
          >
            {action.label}
          </Button>
        ),
      )}
      <Button size="compact-sm" variant="subtle" disabled={progress !== undefined} onClick={() => onDone(new Set())}>
        Choose none
      </Button>
      {progress !== undefined && <Progress value={progress} w={120} aria-label="Progress" />}
    </Group>
  );
}
