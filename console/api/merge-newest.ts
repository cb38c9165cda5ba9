import type { Listed } from "../parts/lists/record-table";

/** A list, newest first, as far as it was read. */
export interface Part<Row> {
  rows: readonly Row[];
  hasMore: boolean;
}

export interface Dated {
  at: number;
  key: string;
}

/**
 * The rows of several lists in one order. Rows older than the end of a list that has more are left out, because unread ones
 * may come before them. `behind` is the list to read on.
 */
export function mergeNewest<Row extends Dated>(parts: readonly Part<Row>[]): { rows: Row[]; behind: number | undefined } {
  const ends = parts.map(({ rows, hasMore }) =>
    hasMore ? (rows.at(-1)?.at ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY,
  );
  const readTo = Math.max(...ends);
  const rows = parts.flatMap((part) => part.rows.filter(({ at }) => at >= readTo)).sort(newestFirst);
  return { rows, behind: readTo === Number.NEGATIVE_INFINITY ? undefined : ends.indexOf(readTo) };
}

type Merging = Pick<Listed<unknown>, "identity" | "totalCount" | "error" | "isPending" | "isFetchingNextPage" | "fetchNextPage">;

/** Lists that were merged, as one. */
export function asOneList<Row>(
  lists: readonly Merging[],
  { rows, behind }: { rows: Row[]; behind: number | undefined },
): Listed<Row> {
  return {
    identity: lists.map(({ identity }) => identity).join(),
    items: rows,
    totalCount: sumOf(lists.map(({ totalCount = 0 }) => totalCount)),
    error: lists.find(({ error }) => error)?.error,
    isPending: lists.some(({ isPending }) => isPending),
    rowsBefore: 0,
    readBack() {},
    hasNextPage: behind !== undefined,
    isFetchingNextPage: lists.some(({ isFetchingNextPage }) => isFetchingNextPage),
    fetchNextPage: () => behind !== undefined && lists[behind]?.fetchNextPage(),
  };
}

/** Null when one of them was not counted to its end. */
function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}

function newestFirst(one: Dated, other: Dated): number {
  return other.at - one.at || (one.key < other.key ? 1 : -1);
}
