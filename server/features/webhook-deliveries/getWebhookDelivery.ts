import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import type { Try } from "../../webhooks/deliveries/tries";
import { findDelivery, toDelivery, toTry } from "./queries";

export const getWebhookDelivery: Handler<"getWebhookDelivery"> = async (ctx, { params }) => {
  const row = await findDelivery(ctx, params.subscription_id, params.delivery_id);
  if (!row) throw notFound();
  return { ...toDelivery(row, ctx.now), tries: (JSON.parse(row.tries) as Try[]).map(toTry) };
};
