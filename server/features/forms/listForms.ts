import type { Handler } from "../../context";
import { countCapped, largeRowsAtOnce, readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { newestForms, toForm } from "./queries";

export const listForms: Handler<"listForms"> = async (ctx, { query }) => {
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listForms",
      rowsAtOnce: largeRowsAtOnce,
      query,
      read: (position, limit) => newestForms(ctx.db, ctx.tenantId, position, limit),
      position: (row) => [row.form_id],
      items: (rows) => rows.map(toForm),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM forms WHERE tenant_id = ${ctx.tenantId}`),
  ]);
  return { ...page, totalCount };
};
