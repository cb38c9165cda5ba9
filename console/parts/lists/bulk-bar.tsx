import { Alert, Button, Group, List, Progress, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAgain } from "../../api/operations";
import { ConfirmButton } from "../notices/confirm-button";
import { saved } from "../notices/notices";
import { described } from "../notices/problem-notice";
import { undoable } from "../notices/undo-notice";
import { formatted } from "../time";

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

interface Failure {
  problems: readonly unknown[];
  of: number;
  /** Those that failed, as they were given to `onDone`. */
  left: ReadonlySet<string>;
}

/** What can be done with all that are chosen, one after the other, with progress. The screen is read again once, at the end. */
export function BulkBar({ chosen, actions, onDone }: Props) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  if (chosen.size === 0) return null;

  async function runAll({ run, undo, done }: BulkAction) {
    const problems = await problemsOf([...chosen], run, setProgress);
    setProgress(undefined);
    readAgain(queries);
    const left = new Set(problems.keys());
    setFailure({ problems: [...problems.values()], of: chosen.size, left });
    onDone(left);
    const succeeded = [...chosen].filter((id) => !left.has(id));
    if (succeeded.length === 0) return;
    if (!undo) return saved(done(succeeded.length));
    undoable(done(succeeded.length), async () => {
      const kept = await problemsOf(succeeded, undo);
      await readAgain(queries);
      if (kept.size > 0) throw new Error(`${kept.size} of ${succeeded.length} could not be taken back`);
    });
  }

  const buttons = (
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
  // Once another choice is made, it no longer says what is chosen.
  if (failure?.left !== chosen) return buttons;
  return (
    <div>
      <Reasons {...failure} />
      {buttons}
    </div>
  );
}

/** One after the other; the problems of those that failed. */
async function problemsOf(
  ids: readonly string[],
  run: (id: string) => Promise<unknown>,
  onProgress?: (percent: number) => void,
): Promise<Map<string, unknown>> {
  const problems = new Map<string, unknown>();
  for (const [index, id] of ids.entries()) {
    onProgress?.((100 * index) / ids.length);
    await run(id).catch((error: unknown) => problems.set(id, error));
  }
  return problems;
}

/** How many failed, each reason once, and what can be done. */
function Reasons({ problems, of }: Failure) {
  const reasons = Map.groupBy(problems.map(described), ({ title }) => title);
  return (
    <Alert color="red" role="alert" variant="light" mb="sm" title={`${formatted(problems.length)} of ${formatted(of)} failed`}>
      <List size="sm">
        {[...reasons].map(([title, [first, ...others]]) => (
          <List.Item key={title}>
            {[
              others.length > 0 ? `${title} (${formatted(others.length + 1)} times)` : title,
              first?.detail,
              first?.requestId && `Request ${first.requestId}`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt={4}>
        They are still chosen: try again, or choose none.
      </Text>
    </Alert>
  );
}
