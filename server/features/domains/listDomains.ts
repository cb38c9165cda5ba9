import type { Handler } from "../../context";
import { countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { newestDomains, toDomain } from "./queries";

export const listDomains: Handler<"listDomains"> = async (ctx, { query }) => {
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listDomains",
      query,
      read: (position, limit) => newestDomains(ctx.db, ctx.tenantId, position, limit),
      position: (row) => [row.domain_id],
      items: (rows) => rows.map(toDomain),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM domains WHERE tenant_id = ${ctx.tenantId}`),
  ]);
  return { ...page, totalCount };
};
