import type { Writing } from "../../context";
import { jobType, type NamedJobKind } from "../../jobs/job";
import { lowestId } from "../../records/ids";
import { among, sql } from "../../storage/sql";
import { inState } from "../../webhooks/deliveries/delivery-rows";
import { findHealth } from "../../webhooks/health";
import { enqueueSending } from "../../webhooks/jobs";
import { scheduleMs } from "../../webhooks/schedule";

const deliveriesAtOnce = 500;

interface Recovery {
  subscriptionId: string;
  /** Unix milliseconds. */
  since: number;
}

export const recoverDeliveriesJob = jobType<Recovery>("recoverDeliveries", "upkeep");

/** In steps: days of failures may be very many. Each is recovered once, even if it fails again meanwhile. */
export const recoverDeliveries: NamedJobKind<Recovery> = {
  type: recoverDeliveriesJob,
  maxAttempts: 10,
  async run(job, recovery) {
    let last: string | undefined = lowestId("delivery", recovery.since);
    while (last !== undefined) {
      const from: string = last;
      last = await job.step((ctx) => recoverSome(ctx, recovery.subscriptionId, from));
    }
  },
};

/** Returns the last one, or undefined when there are no more. */
async function recoverSome(ctx: Writing, subscriptionId: string, from: string): Promise<string | undefined> {
  const { db, tenantId } = ctx;
  const failed = await db.all<{ delivery_id: string }>(sql`
    SELECT delivery_id FROM webhook_deliveries
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND ${inState("failed")}
      AND delivery_id > ${from} AND purpose <> 'test'
    ORDER BY delivery_id LIMIT ${deliveriesAtOnce}`);
  const { failures_in_a_row } = await findHealth(db, tenantId, subscriptionId);
  // The job that sends locks itself before its deliveries, too: a fixed order avoids deadlocks.
  if (failed.length > 0) await enqueueSending(ctx, subscriptionId, failures_in_a_row);
  await db.run(sql`
    UPDATE webhook_deliveries SET state = 'pending', purpose = 'event', tries_left = ${scheduleMs.length}, next_try_at = 0, finished_at = NULL
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND delivery_id ${among(failed.map((row) => row.delivery_id))}`);
  return failed.length === deliveriesAtOnce ? failed.at(-1)?.delivery_id : undefined;
}
