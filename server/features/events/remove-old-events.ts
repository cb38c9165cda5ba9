import { eventRetentionDays } from "../../../contract";
import { jobType, type NamedJobKind } from "../../jobs/job";
import { lowestId } from "../../records/ids";
import { countFitting } from "../../records/paging";
import { among, sql } from "../../storage/sql";
import { bytesAtOnce, rowsAtOnce, sweepTenants } from "../tenants";

const retentionMs = eventRetentionDays * 86_400_000;

export const removeOldEventsJob = jobType<null>("removeOldEvents", "upkeep");

export const removeOldEvents: NamedJobKind<null> = {
  type: removeOldEventsJob,
  maxAttempts: 5,
  run: (job) =>
    sweepTenants(job, {
      async isDue({ db, tenantId, now }) {
        const oldest = await db.first(sql`
          SELECT event_id FROM events WHERE tenant_id = ${tenantId} AND event_id < ${oldestKept(now)} LIMIT 1`);
        return oldest !== undefined;
      },
      remove: async ({ db, tenantId, now }) => {
        const identifiers = await db.run(sql`
          DELETE FROM declared_identifiers WHERE tenant_id = ${tenantId} AND (identifier_hash, event_id) IN (
            SELECT identifier_hash, event_id FROM declared_identifiers
            WHERE tenant_id = ${tenantId} AND event_id < ${oldestKept(now)} ORDER BY event_id LIMIT ${rowsAtOnce})`);
        const old = await db.all<{ event_id: string; bytes: number }>(sql`
          SELECT event_id, octet_length(data) AS bytes FROM events
          WHERE tenant_id = ${tenantId} AND event_id < ${oldestKept(now)} ORDER BY event_id LIMIT ${rowsAtOnce}`);
        const removed = old.slice(
          0,
          countFitting(old, ({ bytes }) => bytes, bytesAtOnce),
        );
        await db.run(sql`
          DELETE FROM events WHERE tenant_id = ${tenantId} AND event_id ${among(removed.map(({ event_id }) => event_id))}`);
        return removed.length < old.length || Math.max(removed.length, identifiers) === rowsAtOnce;
      },
    }),
};

function oldestKept(now: number): string {
  return lowestId("event", now - retentionMs);
}
