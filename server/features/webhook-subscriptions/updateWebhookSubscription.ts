import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { findSubscriptionToChange, type SubscriptionRow, toSubscription, updateSubscriptionRow } from "./queries";

export const updateWebhookSubscription: Handler<"updateWebhookSubscription"> = async (ctx, { params, body }) => {
  const row = await findSubscriptionToChange(ctx, params.subscription_id);
  if (!row) throw notFound();
  const changed: SubscriptionRow = {
    ...row,
    url: body.url ?? row.url,
    events: body.events === undefined ? row.events : JSON.stringify(body.events),
    active: body.active === undefined ? row.active : Number(body.active),
    updated_at: ctx.now,
  };
  const subscription = toSubscription(changed);
  await Promise.all([
    updateSubscriptionRow(ctx, changed),
    recordEvent(ctx, "webhook_subscription.updated", row.subscription_id, subscription),
  ]);
  return subscription;
};
