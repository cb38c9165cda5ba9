import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Heading } from "../heading";
import type { IconName } from "../icon";
import { EmptyState, NothingFits } from "../notices/empty-state";
import { type Column, type Listed, RecordTable } from "./record-table";

interface Props<Row> {
  title: string;
  about: string;
  /** What can be done, beside the title. */
  actions?: ReactNode;
  /** What can be done with the rows; left out while there are none. */
  tools?: ReactNode;
  /** What has to be known before the list is read. */
  notice?: ReactNode;
  filters?: ReactNode;
  isFiltered?: boolean;
  list: Listed<Row>;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  empty: { icon: IconName; title: string; text: string };
}

/** A screen that is one list. */
export function ListScreen<Row>({
  title,
  about,
  actions,
  tools,
  notice,
  filters,
  isFiltered,
  list,
  columns,
  keyOf,
  empty,
}: Props<Row>) {
  return (
    <>
      <Heading title={title} about={about}>
        {list.items.length > 0 && tools}
        {actions}
      </Heading>
      {notice}
      {filters && <Group mb="md">{filters}</Group>}
      <RecordTable
        label={title}
        list={list}
        columns={columns}
        keyOf={keyOf}
        empty={isFiltered ? <NothingFits /> : <EmptyState {...empty}>{actions}</EmptyState>}
      />
    </>
  );
}
