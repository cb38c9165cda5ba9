import { eventRetentionDays } from "../../contract";
import { lowestId } from "../ids";
import type { JobKind } from "../jobs/job";
import { rowsAtOnce, sweepTenants } from "../jobs/sweep";
import { sql } from "../storage/sql";

const retentionMs = eventRetentionDays * 86_400_000;

export const removeOldEvents: JobKind<null> = {
  maxAttempts: 5,
  run: (job) =>
    sweepTenants(job, {
      async isDue({ db, tenantId, now }) {
        const oldest = await db.first(sql`
          SELECT event_id FROM events WHERE tenant_id = ${tenantId} AND event_id < ${oldestKept(now)} LIMIT 1`);
        return oldest !== undefined;
      },
      remove: ({ db, tenantId, now }) =>
        db.run(sql`
          DELETE FROM events WHERE tenant_id = ${tenantId} AND event_id IN (
            SELECT event_id FROM events WHERE tenant_id = ${tenantId} AND event_id < ${oldestKept(now)}
            ORDER BY event_id LIMIT ${rowsAtOnce})`),
    }),
};

function oldestKept(now: number): string {
  return lowestId("event", now - retentionMs);
}
