import { type Sql, sql } from "../storage/sql";

/** Where the clock was set back by more, times count from there again: else they would be in the future for as long. */
const maxAheadMs = 1_000;

/**
 * When a record is edited: later than the edit before, also within the same millisecond and after the clock was corrected. Tags are
 * made of it, so no two states of a record have the same one.
 */
export function editedAt({ now }: { now: number }, { updated_at }: { updated_at: number }): number {
  return updated_at - now < maxAheadMs ? Math.max(now, updated_at + 1) : now;
}

/** The same of the row that a statement changes. */
export function editedAtInSql({ now }: { now: number }): Sql {
  return sql`CASE WHEN updated_at < ${now} OR updated_at >= ${now + maxAheadMs} THEN ${now} ELSE updated_at + 1 END`;
}
