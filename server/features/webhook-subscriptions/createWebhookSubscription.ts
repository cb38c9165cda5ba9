import { maxSubscriptions } from "../../../contract";
import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { Problem } from "../../records/problem";
import { noteActivation } from "../../webhooks/feed/active-positions";
import { sealHeaders, secretField } from "../../webhooks/receivers";
import { newSecret } from "../../webhooks/secrets/signature";
import { countToAdd, insertSubscription, type SubscriptionRow, toSubscription } from "./queries";

export const createWebhookSubscription: Handler<"createWebhookSubscription"> = async (ctx, { body }) => {
  if ((await countToAdd(ctx)) >= maxSubscriptions) {
    throw new Problem("too_many_subscriptions", { detail: `A tenant has at most ${maxSubscriptions} webhook subscriptions` });
  }
  const subscriptionId = ctx.newId("webhook");
  const { vault } = ctx.site;
  const row: SubscriptionRow = {
    subscription_id: subscriptionId,
    url: body.url,
    events: JSON.stringify(body.events),
    active: Number(body.active),
    filter: body.filter ? JSON.stringify(body.filter) : null,
    headers: sealHeaders(vault, subscriptionId, body.headers ?? []),
    disabled_reason: null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const secret = newSecret();
  const subscription = toSubscription(row);
  await Promise.all([
    insertSubscription(ctx, row, vault.seal(secretField(subscriptionId), secret)),
    noteActivation(ctx, subscriptionId),
    recordEvent(ctx, "webhook_subscription.created", subscriptionId, subscription),
  ]);
  return { ...subscription, secret };
};
