import { type SubscriptionFilter, toOptionalTimestamp } from "../../../contract";
import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { oldestPending } from "../../webhooks/deliveries/delivery-rows";
import { findHealth } from "../../webhooks/health";
import { openHeaders } from "../../webhooks/receivers";
import { findPreviousUntil, findSubscription, toSubscription } from "./queries";

export const getWebhookSubscriptionDetails: Handler<"getWebhookSubscriptionDetails"> = async (ctx, { params }) => {
  const id = params.subscription_id;
  const row = await findSubscription(ctx.db, ctx.tenantId, id);
  if (!row) throw notFound();
  const [health, pendingSince, previousUntil] = await Promise.all([
    findHealth(ctx.db, ctx.tenantId, id),
    oldestPending(ctx.db, ctx.tenantId, id),
    findPreviousUntil(ctx, id),
  ]);
  return {
    ...toSubscription(row),
    filter: row.filter === null ? null : (JSON.parse(row.filter) as SubscriptionFilter),
    headerNames: Object.keys(openHeaders(ctx.site.vault, id, row.headers)),
    disabledReason: row.disabled_reason,
    previousSecretUntil: toOptionalTimestamp(previousUntil),
    health: {
      lastSuccessAt: toOptionalTimestamp(health.last_success_at),
      lastFailureAt: toOptionalTimestamp(health.last_failure_at),
      failuresInARow: health.failures_in_a_row,
      failingSince: toOptionalTimestamp(health.failing_since),
      lagMs: pendingSince === undefined ? 0 : Math.max(0, ctx.now - pendingSince),
    },
  };
};
