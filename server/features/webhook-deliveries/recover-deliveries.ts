import type { Writing } from "../../context";
import { jobType, type NamedJobKind } from "../../jobs/job";
import { lowestId } from "../../records/ids";
import { among, sql } from "../../storage/sql";
import { enqueueSending } from "../../webhooks/jobs";
import { scheduleMs } from "../../webhooks/schedule";

const deliveriesAtOnce = 500;

interface Recovery {
  subscriptionId: string;
  /** Unix milliseconds. */
  since: number;
}

export const recoverDeliveriesJob = jobType<Recovery>("recoverDeliveries", "upkeep");

/** In steps: days of failures may be very many. */
export const recoverDeliveries: NamedJobKind<Recovery> = {
  type: recoverDeliveriesJob,
  maxAttempts: 10,
  async run(job, recovery) {
    while ((await job.step((ctx) => recoverSome(ctx, recovery))) === deliveriesAtOnce);
  },
};

async function recoverSome(ctx: Writing, { subscriptionId, since }: Recovery): Promise<number> {
  const { db, tenantId } = ctx;
  const failed = await db.all<{ delivery_id: string }>(sql`
    SELECT delivery_id FROM webhook_deliveries
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND state = 'failed' AND state <> 'succeeded'
      AND delivery_id >= ${lowestId("delivery", since)} AND purpose <> 'test'
    ORDER BY delivery_id LIMIT ${deliveriesAtOnce}`);
  await db.run(sql`
    UPDATE webhook_deliveries SET state = 'pending', purpose = 'event', tries_left = ${scheduleMs.length}, next_try_at = 0, finished_at = NULL
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND delivery_id ${among(failed.map((row) => row.delivery_id))}`);
  if (failed.length > 0) await enqueueSending(ctx, subscriptionId, 0);
  return failed.length;
}
