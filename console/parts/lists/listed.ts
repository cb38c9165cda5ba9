import type { ReactNode } from "react";

export interface Column<Row> {
  title: string;
  /** Where titles are not ours, two may be the same. */
  key?: string;
  render(row: Row): ReactNode;
  width?: number | string;
  /** Left out on narrow screens. */
  isMinor?: boolean;
  /** Text that may take several lines, as strings and links do. */
  isWords?: boolean;
  /** Stands in place of the title, which is then said to screen readers alone. Given the rows that were read. */
  head?(rows: readonly Row[]): ReactNode;
}

/** A list as `useList` gives it. */
export interface Listed<Row> {
  /** Which list it is, with its filters: another one begins with its first row. */
  identity: string;
  items: Row[];
  totalCount: number | null | undefined;
  error: unknown;
  isPending: boolean;
  /** Rows before the first item that were let go. */
  rowsBefore: number;
  readBack(index: number): unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}
