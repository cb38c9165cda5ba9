import type { Handler } from "../../context";
import { countCapped, largeRowsAtOnce, readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { sql } from "../../storage/sql";
import { findAudienceRow } from "../audiences";
import { newestMessages, toMessage } from "./queries";

export const listMessages: Handler<"listMessages"> = async (ctx, { params, query }) => {
  const { db, tenantId } = ctx;
  if (!(await findAudienceRow(ctx, params.page_id, params.audience_id))) throw notFound();
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listMessages",
      rowsAtOnce: largeRowsAtOnce,
      filters: [params.audience_id],
      query,
      read: (position, limit) => newestMessages(db, tenantId, params.audience_id, position, limit),
      position: (row) => [row.message_id],
      items: (rows) => rows.map(toMessage),
    }),
    countCapped(db, sql`SELECT 1 FROM audience_messages WHERE tenant_id = ${tenantId} AND audience_id = ${params.audience_id}`),
  ]);
  return { ...page, totalCount };
};
