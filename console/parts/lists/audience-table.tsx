import type { ItemOf } from "../../api/operations";
import { TextLink } from "../links";
import { EmptyState } from "../notices/empty-state";
import { StatusBadge } from "../status-badge";
import { When } from "../when";
import { type Column, type Listed, RecordTable } from "./record-table";

type Row = ItemOf<"listAudiences">;

export const audienceColumns: Column<Row>[] = [
  {
    title: "Audience",
    render: ({ pageId, audienceId, effectiveName }) => (
      <TextLink to="/pages/$pageId/audiences/$audienceId" params={{ pageId, audienceId }} fw={550}>
        {effectiveName}
      </TextLink>
    ),
  },
  { title: "Status", width: 130, render: ({ status, archivedAt }) => <StatusBadge status={archivedAt ? "archived" : status} /> },
  { title: "Version", width: 90, isMinor: true, render: ({ publishedVersion }) => publishedVersion.versionNumber },
  {
    title: "Live since",
    width: 150,
    isMinor: true,
    render: ({ publishedVersion }) => <When at={publishedVersion.publishedAt} />,
  },
];

interface Props {
  list: Listed<Row>;
  empty: string;
  /** A column before the others. */
  choice?: Column<Row>;
}

export function AudienceTable({ list, empty, choice }: Props) {
  return (
    <RecordTable
      label="Audiences"
      list={list}
      columns={choice ? [choice, ...audienceColumns] : audienceColumns}
      keyOf={({ audienceId }) => audienceId}
      empty={<EmptyState icon="audience" title="No audiences" text={empty} />}
    />
  );
}
