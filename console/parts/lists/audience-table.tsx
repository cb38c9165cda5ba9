import { Text } from "@mantine/core";
import type { ItemOf } from "../../api/operations";
import { TextLink } from "../links";
import { EmptyState, NothingFits } from "../notices/empty-state";
import { AudienceStatus } from "../status-badge";
import { PageName } from "../visits/names";
import { When } from "../when";
import { type Column, type Listed, RecordTable } from "./record-table";

type Row = ItemOf<"listAudiences">;

const nameColumn: Column<Row> = {
  title: "Audience",
  render: ({ pageId, audienceId, effectiveName }) => (
    <TextLink to="/pages/$pageId/audiences/$audienceId" params={{ pageId, audienceId }} fw={550}>
      {effectiveName}
    </TextLink>
  ),
};

/** Where there is no room for a column, the page stands below the name. */
const nameAndPageColumns: Column<Row>[] = [
  {
    ...nameColumn,
    render: (row) => (
      <>
        {nameColumn.render(row)}
        <Text size="xs" c="dimmed" truncate className="below narrow-only">
          <PageName pageId={row.pageId} />
        </Text>
      </>
    ),
  },
  { title: "Page", isMinor: true, render: ({ pageId }) => <PageName pageId={pageId} />, isWords: true },
];

const otherColumns: Column<Row>[] = [
  { title: "Status", width: 130, render: (audience) => <AudienceStatus audience={audience} /> },
  { title: "Version", width: 90, isMinor: true, render: ({ publishedVersion }) => publishedVersion.versionNumber },
  {
    title: "Live since",
    width: 150,
    isMinor: true,
    render: ({ publishedVersion }) => <When at={publishedVersion.publishedAt} />,
  },
];

/** For audiences of several pages: a person has one audience on each page, all of the same name. */
export const audienceColumns = [...nameAndPageColumns, ...otherColumns];

interface Props {
  list: Listed<Row>;
  empty: string;
  /** A column before the others. */
  choice?: Column<Row>;
  isOfOnePage?: boolean;
  isFiltered?: boolean;
}

export function AudienceTable({ list, empty, choice, isOfOnePage = false, isFiltered = false }: Props) {
  const columns = isOfOnePage ? [nameColumn, ...otherColumns] : audienceColumns;
  return (
    <RecordTable
      label="Audiences"
      list={list}
      columns={choice ? [choice, ...columns] : columns}
      keyOf={({ audienceId }) => audienceId}
      empty={isFiltered ? <NothingFits /> : <EmptyState icon="audience" title="No audiences" text={empty} />}
    />
  );
}
