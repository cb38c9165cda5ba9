import type { Handler } from "../../context";
import { countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { sql } from "../../storage/sql";
import { findSubscription } from "../webhook-subscriptions";
import { deliveryFilter, newestDeliveries, toDelivery } from "./queries";

export const listWebhookDeliveries: Handler<"listWebhookDeliveries"> = async (ctx, { params, query }) => {
  const subscriptionId = params.subscription_id;
  if (!(await findSubscription(ctx.db, ctx.tenantId, subscriptionId))) throw notFound();
  const { state, eventType } = query;
  const [from, to] = [query.from, query.to].map((moment) => (moment === undefined ? undefined : Number(moment)));
  const filter = deliveryFilter(ctx, subscriptionId, { state, eventType, from, to });
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listWebhookDeliveries",
      filters: [subscriptionId, state, eventType, from, to],
      query,
      read: (position, limit) => newestDeliveries(ctx, filter, position, limit),
      position: (row) => [row.delivery_id],
      items: (rows) => rows.map((row) => toDelivery(row, ctx.now)),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM webhook_deliveries WHERE ${filter}`),
  ]);
  return { ...page, totalCount };
};
