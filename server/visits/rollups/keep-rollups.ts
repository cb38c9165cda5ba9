import type { Writing } from "../../context";
import { sql, sqlRows } from "../../storage/sql";
import type { CountedSession, SessionRow } from "../session-row";
import { addCounts } from "./multiset";
import { allPages, noSums, quarterMs, type RollupRow, rollupColumns, type Sums, sums } from "./rollup-row";
import { slotOf } from "./time-slots";
import { visitorNumbers } from "./visitor-numbers";

/** What is to be added to one row. */
interface Addition {
  pageId: string;
  kind: string;
  startedAt: number;
  sums: Sums;
  audiences: Map<number, number>;
  persons: Map<number, number>;
  times: Map<number, number>;
}

/** Subtracts sessions as they were from the sums, and adds them as they are. */
export async function keepRollups(
  ctx: Writing,
  changes: readonly { before: SessionRow | undefined; after: SessionRow }[],
): Promise<void> {
  const changed = changes.filter(({ before, after }) => before === undefined || countedAs(before) !== countedAs(after));
  if (changed.length === 0) return;
  const audienceIds = new Set(changed.flatMap(({ before, after }) => [before?.audience_id, after.audience_id]));
  const numbers = await visitorNumbers(ctx, [...audienceIds].filter((id) => id !== null && id !== undefined).sort());
  const additions = new Map<string, Addition>();
  for (const { before, after } of changed) {
    if (before) addTo(additions, before, numbers, -1);
    addTo(additions, after, numbers, 1);
  }
  await save(
    ctx,
    [...additions.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, addition]) => addition),
  );
}

/** Sessions with the same text add the same to every sum. */
function countedAs(session: SessionRow): string {
  const { page_id, kind, session_started_at, audience_id, declared_visitor } = session;
  return JSON.stringify([
    page_id,
    kind,
    quarterOf(session_started_at),
    audience_id,
    declared_visitor,
    sumsOf(session),
    timeSlot(session),
  ]);
}

function addTo(additions: Map<string, Addition>, session: SessionRow, numbers: ReadonlyMap<string, number>, sign: 1 | -1): void {
  const startedAt = quarterOf(session.session_started_at);
  const own = sumsOf(session);
  const slot = timeSlot(session);
  for (const pageId of new Set([allPages, session.page_id ?? allPages])) {
    const key = `${pageId} ${session.kind} ${startedAt}`;
    const addition = additions.get(key) ?? newAddition(pageId, session.kind, startedAt);
    additions.set(key, addition);
    for (const name of sums) addition.sums[name] += sign * own[name];
    count(addition.audiences, session.audience_id === null ? undefined : numbers.get(session.audience_id), sign);
    count(addition.persons, session.declared_visitor ?? undefined, sign);
    count(addition.times, slot, sign);
  }
}

function newAddition(pageId: string, kind: string, startedAt: number): Addition {
  return { pageId, kind, startedAt, sums: noSums(), audiences: new Map(), persons: new Map(), times: new Map() };
}

function count(counts: Map<number, number>, number: number | undefined, by: number): void {
  if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + by);
}

/** What one session adds to the sums. */
export function sumsOf(session: CountedSession): Sums {
  return {
    visits: 1,
    bounces: session.is_bounce,
    conversions: session.has_conversion,
    questions: session.questions_asked_count,
    forms: session.has_form_submit,
    time_ms: Math.round((session.time_spent_seconds ?? 0) * 1_000),
    scroll_sum: session.max_scroll_depth_percentage ?? 0,
    scroll_count: session.max_scroll_depth_percentage === null ? 0 : 1,
  };
}

export function timeSlot({ time_spent_seconds }: CountedSession): number | undefined {
  return time_spent_seconds === null ? undefined : slotOf(time_spent_seconds);
}

function quarterOf(moment: number): number {
  return Math.floor(moment / quarterMs) * quarterMs;
}

/** Rows are made first, so that there is something to lock; a fixed order avoids deadlocks. */
async function save({ db, tenantId, dialect }: Writing, additions: readonly Addition[]): Promise<void> {
  const empty = additions.map(({ pageId, kind, startedAt }) => [
    tenantId,
    ...rollupColumns.list({ page_id: pageId, kind, started_at: startedAt, ...noSums(), audiences: "", persons: "", times: "" }),
  ]);
  const made = sqlRows(empty).map((some) =>
    db.run(sql`
      INSERT INTO session_rollups (tenant_id, ${rollupColumns.names}) VALUES ${some}
      ON CONFLICT (tenant_id, page_id, kind, started_at) DO NOTHING`),
  );
  const read = additions.map(({ pageId, kind, startedAt }) =>
    db.first<RollupRow>(sql`
      SELECT ${rollupColumns.names} FROM session_rollups
      WHERE tenant_id = ${tenantId} AND page_id = ${pageId} AND kind = ${kind} AND started_at = ${startedAt}
      ${dialect.forUpdate}`),
  );
  const [rows] = await Promise.all([Promise.all(read), Promise.all(made)]);
  const changed = additions.map((addition, index) => [
    tenantId,
    ...rollupColumns.list(added(rows[index] as RollupRow, addition)),
  ]);
  await Promise.all(
    sqlRows(changed).map((some) =>
      db.run(sql`
        INSERT INTO session_rollups (tenant_id, ${rollupColumns.names}) VALUES ${some}
        ON CONFLICT (tenant_id, page_id, kind, started_at) DO UPDATE SET ${rollupColumns.excluded}`),
    ),
  );
}

function added(row: RollupRow, addition: Addition): RollupRow {
  const summed = Object.fromEntries(sums.map((name) => [name, row[name] + addition.sums[name]])) as Sums;
  return {
    ...row,
    ...summed,
    audiences: addCounts(row.audiences, addition.audiences),
    persons: addCounts(row.persons, addition.persons),
    times: addCounts(row.times, addition.times),
  };
}
