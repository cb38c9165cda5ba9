import { maxSubscriptions } from "../../../contract";
import type { Handler } from "../../context";
import { readPage } from "../../records/paging";
import { oldestSubscriptions, toSubscription } from "./queries";

export const listWebhookSubscriptions: Handler<"listWebhookSubscriptions"> = async (ctx, { query }) => {
  const page = await readPage({
    ctx,
    id: "listWebhookSubscriptions",
    query: { cursor: query.cursor, limit: query.limit ?? maxSubscriptions },
    read: (position, limit) => oldestSubscriptions(ctx.db, ctx.tenantId, position, limit),
    position: (row) => [row.subscription_id],
    items: (rows) => rows.map(toSubscription),
  });
  return { ...page, totalCount: page.items.length };
};
