import type { Writing } from "../context";
import { enqueueOnce } from "../jobs/enqueue";
import { jobType } from "../jobs/job";
import { failuresUntilProbing } from "./health";

export interface SendingPayload {
  subscriptionId: string;
}

export const sendDeliveriesJob = jobType<SendingPayload>("sendDeliveries", "sending");
export const probeReceiverJob = jobType<SendingPayload>("probeReceiver", "probing");

/** A subscription has one job at a time, so that no two processes send to it. */
export async function enqueueSending(ctx: Writing, subscriptionId: string, failuresInARow: number, afterMs = 0): Promise<void> {
  const job = failuresInARow >= failuresUntilProbing ? probeReceiverJob : sendDeliveriesJob;
  await enqueueOnce(ctx, job, `job_${subscriptionId}`, { subscriptionId }, { afterMs });
}
