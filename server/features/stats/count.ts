import { toTimestamp } from "../../../contract";
import { visitKind } from "../../../contract/visits/sessions";
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
import type { Reading } from "../../context";
import { turns } from "../../event-loop/turns";
import { Problem } from "../../records/problem";
import { quarterMs, type RollupRow } from "../../visits/rollups/rollup-row";
import { Accumulator } from "./figures";
import { boundaries, type Interval } from "./intervals";
import { eachPage, eachRollup, eachSession, type GroupedSession, type Selection } from "./queries";

type GroupBy = (typeof statGroups)["options"][number];

export interface StatQuery {
  from?: string | undefined;
  to?: string | undefined;
  interval?: Interval | undefined;
  timezone: string;
  groupBy?: GroupBy | undefined;
  kind?: (typeof visitKind)["options"][number] | undefined;
}

const dayMs = 86_400_000;

/** The figures of a page, or of all pages together. */
export async function countVisits(ctx: Reading, query: StatQuery, pageId: string | undefined): Promise<Stats> {
  const { timezone, groupBy, kind = "person" } = query;
  const starts = startsOf(query, ctx.now);
  const [from, to] = [starts[0] as number, starts.at(-1) as number];
  const selection: Selection = { pageId, kind, from, to };
  const edges = query.interval === undefined ? undefined : starts;
  const total = new Series(edges);
  await eachRollup(ctx, selection, (row) => total.addRollup(row));
  const groups = groupBy === undefined ? new Map<string | null, Series>() : await countGroups(ctx, groupBy, selection, edges);
  const ranked = [...groups].sort(([, one], [, other]) => other.visits - one.visits);
  const most = Math.min(maxShownGroups, Math.max(1, Math.floor(maxShownIntervals / starts.length)));
  const shown: Stats["groups"] = [];
  for (const [key, series] of ranked.slice(0, most)) {
    const turn = turns.next(ctx.tenantId);
    if (turn) await turn;
    shown.push({ key, ...series.total(), intervals: series.intervals() });
  }
  return {
    from: toTimestamp(from),
    to: toTimestamp(to),
    timezone,
    total: total.total(),
    intervals: total.intervals(),
    groups: shown,
    groupsCount: groups.size,
  };
}

/** The starts of the intervals and the end of the last one. Without intervals, the whole time in quarters of an hour. */
function startsOf({ from, to, interval, timezone }: StatQuery, now: number): number[] {
  const end = to === undefined ? now : Number(to);
  const start = from === undefined ? end - defaultStatDays * dayMs : Number(from);
  if (end - start > maxStatDays * dayMs) {
    const message = `must be within ${maxStatDays} days of \`to\``;
    throw new Problem("validation_failed", { errors: [{ location: "query.from", code: "too_early", message }] });
  }
  if (interval === undefined) return [Math.floor(start / quarterMs) * quarterMs, Math.ceil(end / quarterMs) * quarterMs];
  const starts = boundaries(interval, timezone, start, end, maxStatIntervals);
  if (!starts) throw new Problem("too_many_intervals", { detail: `One answer has at most ${maxStatIntervals} intervals` });
  return starts;
}

async function countGroups(
  ctx: Reading,
  groupBy: GroupBy,
  selection: Selection,
  edges: readonly number[] | undefined,
): Promise<Map<string | null, Series>> {
  const groups = new Map<string | null, Series>();
  const group = (key: string | null): Series => {
    const known = groups.get(key);
    if (known) return known;
    if (groups.size === maxCountedGroups) {
      throw new Problem("too_many_groups", {
        detail: `At most ${maxCountedGroups} groups can be counted: ask for a shorter time`,
      });
    }
    const series = new Series(edges);
    groups.set(key, series);
    return series;
  };
  const rollups = (key: string, wanted: Selection) => eachRollup(ctx, wanted, (row) => group(key).addRollup(row));

  if (groupBy === "kind") {
    for (const kind of visitKind.options) await rollups(kind, { ...selection, kind });
  } else if (groupBy === "page" && selection.pageId === undefined) {
    await eachPage(ctx, (pageId) => rollups(pageId, { ...selection, pageId }));
  } else {
    await eachSession(ctx, selection, (session) => group(keyOf(groupBy, session)).addSession(session));
  }
  for (const [key, series] of groups) if (series.visits === 0) groups.delete(key);
  return groups;
}

function keyOf(groupBy: Exclude<GroupBy, "kind">, session: GroupedSession): string | null {
  switch (groupBy) {
    case "page":
      return session.page_id;
    case "audience":
      return session.audience_id;
    case "account":
      return session.account_id;
    case "version":
      return session.version_id;
    case "utmCampaign":
      return session.utm_campaign;
    case "utmContent":
      return session.utm_content;
    case "utmMedium":
      return session.utm_medium;
    case "utmSource":
      return session.utm_source;
    case "utmTerm":
      return session.utm_term;
  }
}

/** Figures of the whole time, and of each interval of it. */
class Series {
  readonly #edges: readonly number[] | undefined;
  /** By position; intervals without visits have none. Without edges, the whole time is the first. */
  readonly #intervals = new Map<number, Accumulator>();
  #position = 0;
  visits = 0;

  constructor(edges: readonly number[] | undefined) {
    this.#edges = edges;
  }

  /** In the order in which visits started. */
  addRollup(row: RollupRow): void {
    this.#at(row.started_at).addRollup(row);
    this.visits += row.visits;
  }

  addSession(session: GroupedSession): void {
    this.#at(session.session_started_at).addSession(session, session.audience_number);
    this.visits += 1;
  }

  #at(startedAt: number): Accumulator {
    while (startedAt >= (this.#edges?.[this.#position + 1] ?? Number.POSITIVE_INFINITY)) this.#position += 1;
    const interval = this.#intervals.get(this.#position) ?? new Accumulator();
    this.#intervals.set(this.#position, interval);
    return interval;
  }

  total(): StatFigures {
    const total = new Accumulator();
    for (const interval of this.#intervals.values()) total.addAll(interval);
    return total.figures();
  }

  intervals(): Stats["intervals"] {
    const edges = this.#edges ?? [];
    return edges.slice(0, -1).map((start, position) => ({
      start: toTimestamp(start),
      end: toTimestamp(edges[position + 1] as number),
      ...(this.#intervals.get(position) ?? none).figures(),
    }));
  }
}

const none = new Accumulator();
