import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findHealth } from "../../webhooks/health";
import { enqueueSending } from "../../webhooks/jobs";
import { findSubscriptionToChange } from "../webhook-subscriptions";
import { findDelivery, makeDue, toDelivery } from "./queries";

export const redeliverWebhookDelivery: Handler<"redeliverWebhookDelivery"> = async (ctx, { params }) => {
  const { subscription_id, delivery_id } = params;
  const subscription = await findSubscriptionToChange(ctx, subscription_id);
  if (!subscription) throw notFound();
  const { failures_in_a_row } = await findHealth(ctx.db, ctx.tenantId, subscription_id);
  // The job that sends locks itself before its deliveries, too: a fixed order avoids deadlocks.
  await enqueueSending(ctx, subscription_id, failures_in_a_row);
  const delivery = await findDelivery(ctx, subscription_id, delivery_id);
  if (!delivery) throw notFound();
  await makeDue(ctx, delivery, subscription.active === 1);
  return toDelivery((await findDelivery(ctx, subscription_id, delivery_id)) ?? delivery, ctx.now);
};
