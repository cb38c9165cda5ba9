import { Box, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { ReadProblem } from "../notices/read-problem";
import { SlowAnswer } from "../notices/slow-answer";
import type { Column, Listed } from "./listed";
import { RecordRows } from "./record-rows";

const loadingRows = [1, 2, 3, 4, 5, 6];

export type { Column, Listed };

interface Props<Row> {
  label: string;
  list: Listed<Row>;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
}

/** A list as a table, once it is read. */
export function RecordTable<Row>({ empty, ...shown }: Props<Row>) {
  const { identity, items, error, isPending, hasNextPage } = shown.list;
  if (error && items.length === 0) return <ReadProblem error={error} />;
  if (isPending) return <LoadingRows />;
  if (items.length === 0 && !hasNextPage) return empty;
  return (
    <Box>
      {Boolean(error) && (
        <Box mb="sm">
          <ReadProblem error={error} />
        </Box>
      )}
      <RecordRows key={identity} {...shown} />
    </Box>
  );
}

function LoadingRows() {
  return (
    <Box role="status" aria-label="Loading">
      {loadingRows.map((row) => (
        <Skeleton key={row} height={40} mb={12} />
      ))}
      <SlowAnswer />
    </Box>
  );
}
