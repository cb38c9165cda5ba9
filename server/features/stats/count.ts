import { toTimestamp } from "../../../contract";
import { earliestMs, latestMs } from "../../../contract/timestamps";
import {
  defaultStatDays,
  maxCountedGroups,
  maxShownGroups,
  maxShownIntervals,
  maxStatDays,
  maxStatIntervals,
  type StatFigures,
  type Stats,
  type statGroups,
} from "../../../contract/visits/stats";
import { visitKind } from "../../../contract/visits/visit-kinds";
import type { Reading } from "../../context";
import { turns } from "../../event-loop/turns";
import { Problem } from "../../records/problem";
import { quarterMs, type RollupRow } from "../../visits/rollups/rollup-row";
import { Accumulator } from "./figures";
import { boundaries, type Interval } from "./intervals";
import {
  eachPage,
  eachRollup,
  eachSession,
  type GroupedSession,
  type Selection,
  type SessionGroup,
  visitsInRollups,
} from "./queries";

type GroupBy = (typeof statGroups)["options"][number];

interface StatQuery {
  from?: string | undefined;
  to?: string | undefined;
  interval?: Interval | undefined;
  timezone: string;
  groupBy?: GroupBy | undefined;
  kind?: (typeof visitKind)["options"][number] | undefined;
}

const dayMs = 86_400_000;
/** Other tenants are answered after so many intervals. */
const intervalsAtOnce = 20;

/** The figures of a page, or of all pages together. */
export async function countVisits(ctx: Reading, query: StatQuery, pageId: string | undefined): Promise<Stats> {
  const { timezone, groupBy, kind = "person" } = query;
  const starts = startsOf(query, ctx.now);
  const [from, to] = [starts[0] as number, starts.at(-1) as number];
  const selection: Selection = { pageId, kind, from, to };
  const edges = query.interval === undefined ? undefined : starts;
  const total = await rollupSeries(ctx, selection, edges);
  const most = Math.min(maxShownGroups, Math.max(1, Math.floor(maxShownIntervals / starts.length)));
  const groups = groupBy === undefined ? none : await countGroups(ctx, groupBy, selection, { edges, most });
  const shown: Stats["groups"] = [];
  for (const { key, read } of groups.shown) {
    const series = await read();
    shown.push({ key, ...(await series.total(ctx)), intervals: await series.intervals(ctx) });
  }
  return {
    from: toTimestamp(from),
    to: toTimestamp(to),
    timezone,
    total: await total.total(ctx),
    intervals: await total.intervals(ctx),
    groups: shown,
    groupsCount: groups.count,
  };
}

/** The starts of the intervals and the end of the last one. Without intervals, the whole time in quarters of an hour. */
function startsOf({ from, to, interval, timezone }: StatQuery, now: number): number[] {
  // A time that has not come yet is empty; it must not end before it begins.
  const end = to === undefined ? Math.max(now, Number(from ?? now)) : Number(to);
  const start = from === undefined ? Math.max(end - defaultStatDays * dayMs, earliestMs) : Number(from);
  if (end - start > maxStatDays * dayMs) {
    const message = `must be within ${maxStatDays} days of \`to\``;
    throw new Problem("validation_failed", { errors: [{ location: "query.from", code: "too_early", message }] });
  }
  const starts =
    interval === undefined
      ? [Math.floor(start / quarterMs) * quarterMs, Math.ceil(end / quarterMs) * quarterMs]
      : boundaries(interval, timezone, start, end, maxStatIntervals);
  if (!starts) throw new Problem("too_many_intervals", { detail: `One answer has at most ${maxStatIntervals} intervals` });
  // An interval may begin before the first moment that can be written, and end after the last.
  return starts.map((moment) => Math.min(Math.max(moment, earliestMs), latestMs));
}

type Key = string | null;

/** How many groups there are, and those with the most visits, most first. */
interface Groups {
  count: number;
  shown: { key: Key; read: () => Promise<Series> }[];
}
const none: Groups = { count: 0, shown: [] };

interface Shown {
  edges: readonly number[] | undefined;
  /** How many groups are shown. */
  most: number;
}

async function countGroups(ctx: Reading, groupBy: GroupBy, selection: Selection, { edges, most }: Shown): Promise<Groups> {
  if (groupBy !== "kind" && (groupBy !== "page" || selection.pageId !== undefined)) {
    return countSessions(ctx, groupBy, selection, { edges, most });
  }
  const visits = new Map<string, number>();
  const selected = (key: string): Selection => ({ ...selection, [groupBy === "kind" ? "kind" : "pageId"]: key });
  const rank = async (key: string) => {
    const found = await visitsInRollups(ctx, selected(key));
    if (found === 0) return;
    if (visits.size === maxCountedGroups) throw tooManyGroups();
    visits.set(key, found);
  };
  if (groupBy === "kind") for (const kind of visitKind.options) await rank(kind);
  else await eachPage(ctx, rank);
  const shown = mostVisited(visits, most).map((key) => ({ key, read: () => rollupSeries(ctx, selected(key), edges) }));
  return { count: visits.size, shown };
}

/** Ranks groups by their visits. */
function mostVisited<Group extends Key>(visits: ReadonlyMap<Group, number>, most: number): Group[] {
  const ranked = [...visits].sort(([, one], [, other]) => other - one);
  return ranked.slice(0, most).map(([key]) => key);
}

async function rollupSeries(ctx: Reading, selection: Selection, edges: readonly number[] | undefined): Promise<Series> {
  const series = new Series(edges);
  await eachRollup(ctx, selection, (row) => series.addRollup(row));
  return series;
}

/** Figures take memory, so only groups that are shown have any: when there are more, all are ranked before the figures are summed up. */
async function countSessions(ctx: Reading, groupBy: SessionGroup, selection: Selection, { edges, most }: Shown): Promise<Groups> {
  const visits = new Map<Key, number>();
  let groups: Map<Key, Series> | undefined = new Map<Key, Series>();
  await eachSession(ctx, selection, groupBy, (session) => {
    const key = session.group_key;
    const before = visits.get(key) ?? 0;
    if (before === 0 && visits.size === maxCountedGroups) throw tooManyGroups();
    visits.set(key, before + 1);
    if (before === 0 && visits.size > most) groups = undefined;
    if (before === 0) groups?.set(key, new Series(edges));
    groups?.get(key)?.addSession(session);
  });
  const ranked = mostVisited(visits, most);
  if (!groups) {
    const shown = new Map(ranked.map((key) => [key, new Series(edges)]));
    await eachSession(ctx, selection, groupBy, (session) => shown.get(session.group_key)?.addSession(session));
    groups = shown;
  }
  const found = groups;
  return { count: visits.size, shown: ranked.map((key) => ({ key, read: async () => found.get(key) as Series })) };
}

function tooManyGroups(): Problem {
  return new Problem("too_many_groups", { detail: `At most ${maxCountedGroups} groups can be counted: ask for a shorter time` });
}

/** Figures of the whole time, and of each interval of it. */
class Series {
  readonly #edges: readonly number[] | undefined;
  /** By position; intervals without visits have none. Without edges, the whole time is the first. */
  readonly #intervals = new Map<number, Accumulator>();
  #position = 0;

  constructor(edges: readonly number[] | undefined) {
    this.#edges = edges;
  }

  /** In the order in which visits started. */
  addRollup(row: RollupRow): void {
    this.#at(row.started_at).addRollup(row);
  }

  addSession(session: GroupedSession): void {
    this.#at(session.session_started_at).addSession(session, session.audience_number);
  }

  #at(startedAt: number): Accumulator {
    while (startedAt >= (this.#edges?.[this.#position + 1] ?? Number.POSITIVE_INFINITY)) this.#position += 1;
    const interval = this.#intervals.get(this.#position) ?? new Accumulator();
    this.#intervals.set(this.#position, interval);
    return interval;
  }

  async total({ tenantId }: Reading): Promise<StatFigures> {
    const total = new Accumulator();
    for (const [index, interval] of [...this.#intervals.values()].entries()) {
      if (index % intervalsAtOnce === 0) await turns.next(tenantId);
      total.addAll(interval);
    }
    return total.figures();
  }

  async intervals({ tenantId }: Reading): Promise<Stats["intervals"]> {
    const found: Stats["intervals"] = [];
    for (const [position, start] of (this.#edges ?? []).slice(0, -1).entries()) {
      if (position % intervalsAtOnce === 0) await turns.next(tenantId);
      const end = this.#edges?.[position + 1] as number;
      const figures = (this.#intervals.get(position) ?? noVisits).figures();
      found.push({ start: toTimestamp(start), end: toTimestamp(end), ...figures });
    }
    return found;
  }
}

const noVisits = new Accumulator();
