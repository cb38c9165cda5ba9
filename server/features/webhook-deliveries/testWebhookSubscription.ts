import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { deliveryBody } from "../../webhooks/deliveries/delivery-bodies";
import { insertDeliveries } from "../../webhooks/deliveries/delivery-rows";
import { findHealth } from "../../webhooks/health";
import { enqueueSending } from "../../webhooks/jobs";
import { findSubscriptionToChange } from "../webhook-subscriptions";
import { madeUpData } from "./made-up-data";
import { findDelivery, toDelivery } from "./queries";

export const testWebhookSubscription: Handler<"testWebhookSubscription"> = async (ctx, { params, body }) => {
  const subscriptionId = params.subscription_id;
  if (!(await findSubscriptionToChange(ctx, subscriptionId))) throw notFound();
  const type = body.eventType ?? "person.created";
  const deliveryId = ctx.newId("delivery");
  const delivery = {
    subscription_id: subscriptionId,
    delivery_id: deliveryId,
    event_id: ctx.newId("event"),
    event_type: type,
    occurred_at: ctx.now,
    purpose: "test" as const,
    triesLeft: 1,
    body: deliveryBody({ type, data: madeUpData(type), created_at: ctx.now }),
  };
  await insertDeliveries(ctx, [delivery]);
  const { failures_in_a_row } = await findHealth(ctx.db, ctx.tenantId, subscriptionId);
  await enqueueSending(ctx, subscriptionId, failures_in_a_row);
  const row = await findDelivery(ctx, subscriptionId, deliveryId);
  if (!row) throw notFound();
  return toDelivery(row, ctx.now);
};
