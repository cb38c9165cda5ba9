import { deliveryRetentionDays } from "../../../contract";
import { jobType, type NamedJobKind } from "../../jobs/job";
import { lowestId } from "../../records/ids";
import { sql } from "../../storage/sql";
import { rowsAtOnce, sweepTenants } from "../tenants";

const retentionMs = deliveryRetentionDays * 86_400_000;

export const removeOldDeliveriesJob = jobType<null>("removeOldDeliveries", "upkeep");

/** Also those of subscriptions that are gone. An event's deliveries are made right after it, and so are found by its age. */
export const removeOldDeliveries: NamedJobKind<null> = {
  type: removeOldDeliveriesJob,
  maxAttempts: 5,
  run: (job) =>
    sweepTenants(job, {
      async isDue({ db, tenantId, now }) {
        const oldest = await db.first(sql`
          SELECT event_id FROM webhook_deliveries WHERE tenant_id = ${tenantId} AND event_id < ${oldestKept(now)} LIMIT 1`);
        return oldest !== undefined;
      },
      async remove({ db, tenantId, now }) {
        const removed = await db.run(sql`
          DELETE FROM webhook_deliveries WHERE tenant_id = ${tenantId} AND (subscription_id, delivery_id) IN (
            SELECT subscription_id, delivery_id FROM webhook_deliveries
            WHERE tenant_id = ${tenantId} AND event_id < ${oldestKept(now)} ORDER BY event_id LIMIT ${rowsAtOnce})`);
        return removed === rowsAtOnce;
      },
    }),
};

function oldestKept(now: number): string {
  return lowestId("event", now - retentionMs);
}
