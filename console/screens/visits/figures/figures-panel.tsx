import { Card, Group, SegmentedControl, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import * as z from "zod";
import { toTimestamp } from "../../../../contract/timestamps";
import type { Stats } from "../../../../contract/visits/stats";
import { maxStatIntervals, statGroups, statIntervals } from "../../../../contract/visits/stats";
import { useFilters } from "../../../api/filters";
import { useRead } from "../../../api/operations";
import { BarChart } from "../../../parts/bar-chart";
import { FilterSelect } from "../../../parts/lists/filters";
import { Loaded } from "../../../parts/notices/loaded";
import { duration, formatted, percentage } from "../../../parts/time";
import { FiguresTable } from "./figures-table";
import { type Figure, figureNames, figureSentence, intervalLabel, type StatInterval } from "./in-words";

const hoursOf = { hour: 1, day: 24, week: 168, month: 672 };
const spans = ["7", "30", "90", "365"] as const;

const filterSchema = z.object({
  days: z.enum(spans),
  interval: statIntervals,
  groupBy: statGroups,
  figure: z.enum(Object.keys(figureNames) as Figure[]),
});

/** Figures about the visits to all pages, or to one. */
export function FiguresPanel({ pageId }: { pageId?: string }) {
  const [{ days = "30", interval: chosen = "day", groupBy, figure = "visits" }, setFilters] = useFilters(filterSchema);
  const fitting = statIntervals.options.filter((each) => (Number(days) * 24) / hoursOf[each] < maxStatIntervals);
  const interval = fitting.includes(chosen) ? chosen : "day";
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
  const from = toTimestamp(startOfDay(Number(days) - 1));
  const query = { from, interval, timezone, ...(groupBy && { groupBy }) };
  const ofAll = useRead("getStats", { query }, { enabled: pageId === undefined });
  const ofPage = useRead("getPageStats", { params: { page_id: pageId ?? "" }, query }, { enabled: pageId !== undefined });
  return (
    <Stack>
      <Group>
        <SegmentedControl
          aria-label="Days"
          data={spans.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={(value) => setFilters({ days: value })}
        />
        <Select
          aria-label="Interval"
          data={fitting.map((value) => ({ value, label: `by ${value}` }))}
          value={interval}
          allowDeselect={false}
          onChange={(value) => setFilters({ interval: value })}
          w={130}
        />
        <Select
          aria-label="Figure"
          data={Object.entries(figureNames).map(([value, { many }]) => ({ value, label: many }))}
          value={figure}
          allowDeselect={false}
          onChange={(value) => setFilters({ figure: value })}
          w={150}
        />
        <FilterSelect
          label="Group by"
          values={statGroups.options}
          value={groupBy}
          onChange={(value) => setFilters({ groupBy: value })}
        />
      </Group>
      <Loaded read={pageId === undefined ? ofAll : ofPage}>
        {(stats) => (
          <Stack>
            <Totals total={stats.total} />
            <Chart intervals={stats.intervals} interval={interval} figure={figure} />
            <FiguresTable stats={stats} interval={interval} groupBy={groupBy} />
            <Text size="sm" c="dimmed">
              Days begin and end in {timezone}.
            </Text>
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

function Totals({ total }: { total: Stats["total"] }) {
  const { medianTimeSeconds, averageScrollDepthPercentage: scrolled } = total;
  const shown = {
    Visits: formatted(total.visits),
    Audiences: formatted(total.audiences),
    Conversions: formatted(total.conversions),
    "Forms sent": formatted(total.forms),
    Questions: formatted(total.questions),
    "Median stay": medianTimeSeconds === null ? "—" : duration(medianTimeSeconds),
    Bounces: formatted(total.bounces),
    Scrolled: scrolled === null ? "—" : percentage(scrolled),
  };
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      {Object.entries(shown).map(([label, value]) => (
        <Card withBorder padding="sm" key={label}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text size="xl" fw={650}>
            {value}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function Chart({ intervals, interval, figure }: { intervals: Stats["intervals"]; interval: StatInterval; figure: Figure }) {
  const bars = intervals.map((each) => ({ id: each.start, label: intervalLabel(each.start, interval), value: each[figure] }));
  return (
    <Card withBorder>
      <BarChart bars={bars} sentence={figureSentence(bars, figure)} />
    </Card>
  );
}

/** Today is the last of the days. */
function startOfDay(daysAgo: number): number {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  return day.setDate(day.getDate() - daysAgo);
}
