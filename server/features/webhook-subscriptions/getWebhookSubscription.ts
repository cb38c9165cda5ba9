import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findSubscription, toSubscription } from "./queries";

export const getWebhookSubscription: Handler<"getWebhookSubscription"> = async (ctx, { params }) => {
  const row = await findSubscription(ctx.db, ctx.tenantId, params.subscription_id);
  if (!row) throw notFound();
  return toSubscription(row);
};
