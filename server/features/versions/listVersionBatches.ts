import type { Handler } from "../../context";
import { countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { sql } from "../../storage/sql";
import { pageExists } from "../pages";
import { findBatchWithStates, newestBatches, toBatch } from "../publishing";

export const listVersionBatches: Handler<"listVersionBatches"> = async (ctx, { params, query }) => {
  const { db, tenantId } = ctx;
  if (!(await pageExists(db, tenantId, params.page_id))) throw notFound();
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listVersionBatches",
      filters: [params.page_id],
      query,
      read: (position, limit) => newestBatches(ctx, params.page_id, position, limit),
      position: (row) => [row.batch_id],
      items: async (rows) => {
        const found = await Promise.all(rows.map(({ batch_id }) => findBatchWithStates(db, tenantId, batch_id)));
        return found.flatMap((batch) => batch ?? []).map(toBatch);
      },
    }),
    countCapped(db, sql`SELECT 1 FROM version_batches WHERE tenant_id = ${tenantId} AND page_id = ${params.page_id}`),
  ]);
  return { ...page, totalCount };
};
