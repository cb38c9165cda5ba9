import type { ReactNode } from "react";
import { ReadProblem } from "../notices/read-problem";
import { SlowAnswer } from "../notices/slow-answer";

interface Props {
  list: { items: readonly unknown[]; error: unknown; isPending: boolean };
  /** What is said once it is certain that there is nothing. */
  children?: ReactNode;
}

/** Stands where a list that is shown as a whole has no items: why it can't be read, that it is being read, or that it is empty. */
export function NoItems({ list: { items, error, isPending }, children }: Props) {
  if (items.length > 0) return null;
  if (isPending) return <SlowAnswer />;
  return error ? <ReadProblem error={error} /> : children;
}
