import { maxSubscriptions } from "../../../contract";
import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { Problem } from "../../records/problem";
import { countToAdd, insertSubscription, type SubscriptionRow, toSubscription } from "./queries";
import { newSecret } from "./secret";

export const createWebhookSubscription: Handler<"createWebhookSubscription"> = async (ctx, { body }) => {
  if ((await countToAdd(ctx)) >= maxSubscriptions) {
    throw new Problem("too_many_subscriptions", { detail: `A tenant has at most ${maxSubscriptions} webhook subscriptions` });
  }
  const row: SubscriptionRow = {
    subscription_id: ctx.newId("webhook"),
    url: body.url,
    events: JSON.stringify(body.events),
    active: Number(body.active),
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const secret = newSecret();
  const subscription = toSubscription(row);
  await Promise.all([
    insertSubscription(ctx, row, secret),
    recordEvent(ctx, "webhook_subscription.created", row.subscription_id, subscription),
  ]);
  return { ...subscription, secret };
};
