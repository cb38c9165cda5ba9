import type { ReactNode } from "react";
import type { StatFigures, Stats } from "../../../../contract/visits/stats";
import { type Column, type Listed, RecordTable } from "../../../parts/lists/record-table";
import { EmptyState } from "../../../parts/notices/empty-state";
import { formatted } from "../../../parts/time";
import { GroupName, type StatGroup } from "./group-name";
import { intervalLabel, type StatInterval } from "./in-words";

interface Row extends StatFigures {
  id: string;
  label: ReactNode;
}

interface Props {
  stats: Stats;
  interval: StatInterval;
  groupBy: StatGroup | undefined;
}

/** The chart's figures in numbers, or those of each group. */
export function FiguresTable({ stats, interval, groupBy }: Props) {
  const rows: Row[] = groupBy
    ? stats.groups.map((group) => ({
        ...group,
        id: group.key ?? "",
        label: group.key === null ? "None" : <GroupName groupBy={groupBy} id={group.key} />,
      }))
    : stats.intervals.map((each) => ({ ...each, id: each.start, label: intervalLabel(each.start, interval) })).reverse();
  const columns: Column<Row>[] = [
    { title: groupBy ? inWords(groupBy) : "From", isWords: true, render: ({ label }) => label },
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
      list={wholeList(`${groupBy} ${interval}`, rows, groupBy ? stats.groupsCount : rows.length)}
      columns={columns}
      keyOf={({ id }) => id}
      empty={<EmptyState icon="event" title="No visits" text="Send an audience the address of their page." />}
    />
  );
}

function inWords(group: StatGroup): string {
  return group.replace(/^utm/, "UTM ").replace(/^./, (letter) => letter.toUpperCase());
}

function wholeList(identity: string, items: Row[], totalCount: number): Listed<Row> {
  return {
    ...{ identity, items, totalCount, error: null, isPending: false, rowsBefore: 0, readBack() {} },
    ...{ hasNextPage: false, isFetchingNextPage: false, fetchNextPage() {} },
  };
}
