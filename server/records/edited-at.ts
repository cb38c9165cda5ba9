import { type Sql, sql } from "../storage/sql";

/** After a clock was set back by more than this, edits have its time again: otherwise they would be in the future for long. */
const maxAheadMs = 1_000;

/**
 * When a record is edited: later than the edit before, also within the same millisecond and after the clock was corrected. Tags are
 * made of it, so no two states of a record have the same one.
 */
export function editedAt({ now }: { now: number }, { updated_at }: { updated_at: number }): number {
  return updated_at - now < maxAheadMs ? Math.max(now, updated_at + 1) : now;
}

/** The same in SQL, for the row that a statement changes. */
export function editedAtInSql({ now }: { now: number }): Sql {
  return sql`CASE WHEN updated_at < ${now} OR updated_at >= ${now + maxAheadMs} THEN ${now} ELSE updated_at + 1 END`;
}

/** Columns that say when a row was edited, not what is in it. */
const editTimes: ReadonlySet<string> = new Set(["updated_at", "content_changed_at"]);

/** Whether an edit changes anything. One that doesn't is neither stored nor an event: a sync would hear its own echo. */
export function isEdited<Row extends object>(before: Row, after: Row): boolean {
  return (Object.keys(after) as (keyof Row & string)[]).some((name) => !editTimes.has(name) && after[name] !== before[name]);
}
