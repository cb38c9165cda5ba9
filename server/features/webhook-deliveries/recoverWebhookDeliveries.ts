import type { Handler } from "../../context";
import { enqueueOnce } from "../../jobs/enqueue";
import { notFound } from "../../records/problem";
import { findSubscriptionToChange } from "../webhook-subscriptions";
import { recoverDeliveriesJob } from "./recover-deliveries";

export const recoverWebhookDeliveries: Handler<"recoverWebhookDeliveries"> = async (ctx, { params, body }) => {
  const subscriptionId = params.subscription_id;
  if (!(await findSubscriptionToChange(ctx, subscriptionId))) throw notFound();
  const since = Number(body.since);
  // If it is asked for again before it has begun, it is done once.
  await enqueueOnce(ctx, recoverDeliveriesJob, `job_recover_${subscriptionId}_${since}`, { subscriptionId, since });
  return { subscriptionId, since: body.since };
};
