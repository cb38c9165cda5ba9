import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { secretField } from "../../webhooks/receivers";
import { newSecret } from "../../webhooks/secrets/signature";
import { findSubscriptionToChange, replaceSecret, toSubscription } from "./queries";

export const rotateWebhookSecret: Handler<"rotateWebhookSecret"> = async (ctx, { params }) => {
  const row = await findSubscriptionToChange(ctx, params.subscription_id);
  if (!row) throw notFound();
  const rotated = { ...row, updated_at: ctx.now };
  const secret = newSecret();
  const subscription = toSubscription(rotated);
  await Promise.all([
    replaceSecret(ctx, rotated, ctx.site.vault.seal(secretField(row.subscription_id), secret)),
    recordEvent(ctx, "webhook_subscription.secret_rotated", row.subscription_id, subscription),
  ]);
  return { ...subscription, secret };
};
