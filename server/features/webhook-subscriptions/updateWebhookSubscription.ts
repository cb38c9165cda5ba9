import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { noteActivation, noteDeactivation } from "../../webhooks/feed/active-positions";
import { enqueueSending } from "../../webhooks/jobs";
import { sealHeaders } from "../../webhooks/receivers";
import { findSubscriptionToChange, forgetFailures, type SubscriptionRow, toSubscription, updateSubscriptionRow } from "./queries";

export const updateWebhookSubscription: Handler<"updateWebhookSubscription"> = async (ctx, { params, body }) => {
  const row = await findSubscriptionToChange(ctx, params.subscription_id);
  if (!row) throw notFound();
  const changed: SubscriptionRow = {
    ...row,
    url: body.url ?? row.url,
    events: body.events === undefined ? row.events : JSON.stringify(body.events),
    active: body.active === undefined ? row.active : Number(body.active),
    filter: body.filter === undefined ? row.filter : body.filter && JSON.stringify(body.filter),
    headers: body.headers === undefined ? row.headers : sealHeaders(ctx.site.vault, row.subscription_id, body.headers),
    disabled_reason: body.active === undefined ? row.disabled_reason : null,
    updated_at: ctx.now,
  };
  if (!isEdited(row, changed)) return toSubscription(row);
  const subscription = toSubscription(changed);
  await Promise.all([
    updateSubscriptionRow(ctx, changed),
    changed.active !== row.active && (changed.active === 1 ? noteActivation : noteDeactivation)(ctx, row.subscription_id),
    recordEvent(ctx, "webhook_subscription.updated", row.subscription_id, subscription),
    isNewStart(row, changed) && startAgain(),
  ]);
  return subscription;

  /** Pending deliveries are sent, and earlier failures no longer count towards disabling. */
  async function startAgain(): Promise<void> {
    await Promise.all([forgetFailures(ctx, changed.subscription_id), enqueueSending(ctx, changed.subscription_id, 0)]);
  }
};

function isNewStart(before: SubscriptionRow, after: SubscriptionRow): boolean {
  return after.active === 1 && (before.active === 0 || before.url !== after.url);
}
