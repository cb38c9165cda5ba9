import type * as z from "zod";
import type { StatFigures, Stats, statGroups } from "../../../../contract/visits/stats";
import { useRead } from "../../../api/operations";
import { type Column, type Listed, RecordTable } from "../../../parts/lists/record-table";
import { EmptyState } from "../../../parts/notices/empty-state";
import { formatted } from "../../../parts/time";
import { useSession } from "../../../session/context";
import { intervalLabel, type StatInterval } from "./in-words";

type StatGroup = z.output<typeof statGroups>;
interface Row extends StatFigures {
  id: string;
  label: string;
}

interface Props {
  stats: Stats;
  interval: StatInterval;
  groupBy: StatGroup | undefined;
}

/** The chart's figures in numbers, or those of each group. */
export function FiguresTable({ stats, interval, groupBy }: Props) {
  const names = useNames(groupBy);
  const rows: Row[] = groupBy
    ? stats.groups.map((group) => ({
        ...group,
        id: group.key ?? "",
        label: group.key === null ? "None" : (names.get(group.key) ?? group.key),
      }))
    : stats.intervals.map((each) => ({ ...each, id: each.start, label: intervalLabel(each.start, interval) })).reverse();
  const columns: Column<Row>[] = [
    { title: groupBy ? inWords(groupBy) : "From", render: ({ label }) => label },
    { title: "Visits", width: 90, render: ({ visits }) => formatted(visits) },
    { title: "Audiences", width: 110, isMinor: true, render: ({ audiences }) => formatted(audiences) },
    { title: "Conversions", width: 120, render: ({ conversions }) => formatted(conversions) },
    { title: "Forms", width: 90, isMinor: true, render: ({ forms }) => formatted(forms) },
    { title: "Questions", width: 110, isMinor: true, render: ({ questions }) => formatted(questions) },
    { title: "Bounces", width: 100, isMinor: true, render: ({ bounces }) => formatted(bounces) },
  ];
  return (
    <RecordTable
      label="Figures"
      list={wholeList(rows, groupBy ? stats.groupsCount : rows.length)}
      columns={columns}
      keyOf={({ id }) => id}
      empty={<EmptyState icon="event" title="No visits" text="Send an audience the address of their page." />}
    />
  );
}

function inWords(group: StatGroup): string {
  return group.replace(/^utm/, "UTM ").replace(/^./, (letter) => letter.toUpperCase());
}

/** Names of the newest pages and accounts; others are shown by their identifiers. */
function useNames(groupBy: StatGroup | undefined): Map<string, string> {
  const { may } = useSession();
  const query = { limit: 100 };
  const pages = useRead("listPages", { query }, { enabled: groupBy === "page" && may("pages:read") });
  const accounts = useRead("listAccounts", { query }, { enabled: groupBy === "account" && may("accounts:read") });
  const audiences = useRead("listTenantAudiences", { query }, { enabled: groupBy === "audience" && may("audiences:read") });
  return new Map([
    ...(pages.data?.items ?? []).map(({ pageId, name }) => [pageId, name] as const),
    ...(accounts.data?.items ?? []).map(({ accountId, name, domain }) => [accountId, name ?? domain] as const),
    ...(audiences.data?.items ?? []).map(({ audienceId, effectiveName }) => [audienceId, effectiveName] as const),
  ]);
}

function wholeList(items: Row[], totalCount: number): Listed<Row> {
  return {
    ...{ items, totalCount, error: null, isPending: false, rowsBefore: 0, readBack() {} },
    ...{ hasNextPage: false, isFetchingNextPage: false, fetchNextPage() {} },
  };
}
