import type { Handler } from "../../context";
import { enqueueJob } from "../../jobs/enqueue";
import { notFound } from "../../records/problem";
import { findSubscriptionToChange } from "../webhook-subscriptions";
import { recoverDeliveriesJob } from "./recover-deliveries";

export const recoverWebhookDeliveries: Handler<"recoverWebhookDeliveries"> = async (ctx, { params, body }) => {
  const subscriptionId = params.subscription_id;
  if (!(await findSubscriptionToChange(ctx, subscriptionId))) throw notFound();
  await enqueueJob(ctx, recoverDeliveriesJob, { subscriptionId, since: Number(body.since) });
  return { subscriptionId, since: body.since };
};
