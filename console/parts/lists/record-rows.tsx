import { Box, Center, Loader, Table, Text } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useRef } from "react";
import { formatted } from "../time";
import type { Column, Listed } from "./listed";

const rowHeight = 56;
/** What a screen has above and below its table, as the style sheet has it. */
const heightOfRest = 288;
/** What a column without a width has at least, beside minor ones. */
const minColumnWidth = 180;
/** The same on narrow screens. */
const minNarrowWidth = 120;
/** Rows beyond the visible ones. */
const overscan = 8;
/** The API counts no further. */
const maxCounted = 10_000;

interface Props<Row> {
  label: string;
  list: Listed<Row>;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
}

/** Only the rows in sight exist in the document; more are read before the end is reached. */
export function RecordRows<Row>({ label, list, columns, keyOf }: Props<Row>) {
  const scroller = useRef<HTMLElement>(null);
  const { items, rowsBefore, readBack, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const count = rowsBefore + items.length;
  const hasFailed = Boolean(list.error);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // Until the frame is measured. With it, the first rows are there at once.
    initialRect: { width: 0, height: innerHeight - heightOfRest },
    overscan,
  });
  const visible = rows.getVirtualItems();
  const [first, last] = [visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0];
  useEffect(() => {
    // What failed is read again by hand, or once Foyer is back.
    if (hasFailed) return;
    if (first < rowsBefore) readBack(first);
    else if (hasNextPage && !isFetchingNextPage && last >= count - 2 * overscan) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, readBack, first, last, rowsBefore, count, hasFailed]);

  const above = visible[0]?.start ?? 0;
  const below = rows.getTotalSize() - (visible.at(-1)?.end ?? 0);
  return (
    <>
      <Box component="section" className="table-frame" ref={scroller} tabIndex={0} aria-label={label}>
        <Table stickyHeader layout="fixed" aria-rowcount={list.totalCount ?? -1} __vars={minWidthOf(columns)}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, key = title, width, isMinor, head }) => (
                <Table.Th key={key} w={width} className={isMinor ? "minor" : undefined}>
                  {head?.(items)}
                  <span className={head && "hidden"}>{title}</span>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Spacer height={above} />
            {visible.map(({ index }) => {
              const row = items[index - rowsBefore];
              if (row === undefined) return <Spacer key={index} height={rowHeight} />;
              return <RecordRow key={keyOf(row)} row={row} index={index} columns={columns} list={list} />;
            })}
            <Spacer height={below} />
          </Table.Tbody>
        </Table>
        {isFetchingNextPage && (
          <Center p="xs">
            <Loader size="sm" role="status" aria-label="Reading more" />
          </Center>
        )}
      </Box>
      <Text size="sm" c="dimmed" mt="xs" aria-live="polite">
        {countOf(list)}
      </Text>
    </>
  );
}

interface RowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  /** A new one whenever it is read or its screen changes: what a row shows may depend on the time or on a choice. */
  list: Listed<Row>;
}

/** While the table is scrolled, rows that stay in sight are not made again. Plain elements are made in a fraction of the time. */
const RecordRow = memo(function RecordRow<Row>({ row, index, columns }: RowProps<Row>) {
  return (
    <tr className="record-row" style={{ height: rowHeight }} aria-rowindex={index + 1}>
      {columns.map((column) => (
        <td key={column.key ?? column.title} className={column.isMinor ? "minor" : undefined}>
          <Cell row={row} column={column} />
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

function Cell<Row>({ row, column: { render, isWords } }: { row: Row; column: Column<Row> }) {
  const content = render(row);
  return isWords || typeof content === "string" ? <div className="words">{content}</div> : content;
}

/** A table that does not fit is scrolled, instead of losing the columns that share what is left. */
function minWidthOf(columns: readonly Pick<Column<unknown>, "width" | "isMinor">[]) {
  const sum = (of: typeof columns, least: number) =>
    of.reduce((total, { width }) => total + (typeof width === "number" ? width : least), 0);
  return {
    "--table-min-width": `${sum(columns, minColumnWidth)}px`,
    "--table-narrow-min-width": `${sum(
      columns.filter(({ isMinor }) => !isMinor),
      minNarrowWidth,
    )}px`,
  };
}

/** Stands for rows that are out of sight. One cell alone: one across columns that a phone leaves out would make room for those. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

function countOf({ totalCount, items }: Pick<Listed<unknown>, "totalCount" | "items">): string {
  if (totalCount === undefined) return formatted(items.length);
  return totalCount === null ? `More than ${formatted(maxCounted)}` : `${formatted(totalCount)} in all`;
}
