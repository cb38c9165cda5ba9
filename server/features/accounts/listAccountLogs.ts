import type { Handler } from "../../context";
import { capped, countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { sql } from "../../storage/sql";
import { accountLogFilter, accountLogsById, newestAccountLogs, toAccountLog } from "./log-queries";
import { logCountOf } from "./queries";

export const listAccountLogs: Handler<"listAccountLogs"> = async (ctx, { params, query }) => {
  const logCount = await logCountOf(ctx.db, ctx.tenantId, params.account_id);
  if (logCount === undefined) throw notFound();
  const isFiltered = query.source !== undefined || query.type !== undefined;
  const filter = accountLogFilter(ctx.tenantId, params.account_id, query);
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listAccountLogs",
      filters: [params.account_id, query.source, query.type],
      query,
      read: (position, limit) => newestAccountLogs(ctx.db, filter, position, limit),
      position: (row) => [row.account_log_id],
      bytesOf: ({ bytes }) => bytes,
      items: async (logs) => (await accountLogsById(ctx.db, ctx.tenantId, params.account_id, logs)).map(toAccountLog),
    }),
    isFiltered ? countCapped(ctx.db, sql`SELECT 1 FROM account_logs WHERE ${filter}`) : capped(logCount),
  ]);
  return { ...page, totalCount };
};
