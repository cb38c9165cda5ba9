import type { Handler } from "../../context";
import { capped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { findAudienceRow, messagesById, newestMessages, toMessage } from "../audiences";

export const listMessages: Handler<"listMessages"> = async (ctx, { params, query }) => {
  const { db, tenantId } = ctx;
  const audience = await findAudienceRow(ctx, params.page_id, params.audience_id);
  if (!audience) throw notFound();
  const page = await readPage({
    ctx,
    id: "listMessages",
    filters: [params.audience_id],
    query,
    read: (position, limit) => newestMessages(db, tenantId, params.audience_id, position, limit),
    position: (row) => [row.message_id],
    bytesOf: ({ bytes }) => bytes,
    items: async (messages) => (await messagesById(db, tenantId, params.audience_id, messages)).map(toMessage),
  });
  return { ...page, totalCount: capped(audience.messages_made) };
};
