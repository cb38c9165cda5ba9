import type { Database } from "../../../server/storage/port";
import { sql } from "../../../server/storage/sql";

/** The same database with a clock that is ahead. */
export function withClock(db: Database, aheadMs: () => number): Database {
  const { now } = db.dialect;
  const dialect = Object.defineProperty({ ...db.dialect }, "now", { get: () => sql`(${now} + ${aheadMs()})` });
  return { ...db, dialect };
}
