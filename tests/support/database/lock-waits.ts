import type { Reader } from "../../../server/storage/port";
import { sql } from "../../../server/storage/sql";

/** How many connections to PostgreSQL wait for what another transaction holds. */
export async function lockWaits(db: Reader): Promise<number> {
  const row = await db.first<{ waiting: number }>(sql`
    SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return Number(row?.waiting);
}
