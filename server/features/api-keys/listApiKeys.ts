import type { Handler } from "../../context";
import { countCapped, readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { newestKeys, toApiKey } from "./queries";

export const listApiKeys: Handler<"listApiKeys"> = async (ctx, { query }) => {
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listApiKeys",
      query,
      read: (position, limit) => newestKeys(ctx.db, ctx.tenantId, position, limit),
      position: (row) => [row.key_id],
      items: (rows) => rows.map(toApiKey),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM api_keys WHERE tenant_id = ${ctx.tenantId}`),
  ]);
  return { ...page, totalCount };
};
