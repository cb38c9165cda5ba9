import type { Handler } from "../../context";
import { countCapped, readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { sql } from "../../storage/sql";
import { pageExists } from "../pages";
import { newestSessions, type SessionFilter, sessionFilter, sessionOrder } from "./list-queries";
import { toSession } from "./queries";

export const listAudienceSessions: Handler<"listAudienceSessions"> = async (ctx, { params, query }) => {
  const pageId = params.page_id;
  if (!(await pageExists(ctx.db, ctx.tenantId, pageId))) throw notFound();
  const { cursor, limit, ...filters } = query;
  const wanted: SessionFilter = { ...filters, from: moment(query.from), to: moment(query.to) };
  const filter = sessionFilter(ctx.tenantId, pageId, wanted);
  const order = sessionOrder(wanted);
  const beforeAnyEnd = sessionFilter(ctx.tenantId, pageId, { ...wanted, to: undefined });
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listAudienceSessions",
      filters: [pageId, boundTo(wanted)],
      query,
      // What comes after a position started before `to`: SQLite would walk an index from the later of two ends.
      read: (position, count) => newestSessions(ctx.db, { filter: position ? beforeAnyEnd : filter, order }, position, count),
      position: (row) => [row.session_started_at, row.analytics_session_id],
      items: (rows) => rows.map(toSession),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM audience_sessions WHERE ${filter}`),
  ]);
  return { ...page, totalCount };
};

function moment(timestamp: string | undefined): number | undefined {
  return timestamp === undefined ? undefined : Number(timestamp);
}

function boundTo({ audienceId, accountId, from, to, hasConversion, hasFormSubmit, isBounce }: SessionFilter): string {
  return JSON.stringify([audienceId, accountId, from, to, hasConversion, hasFormSubmit, isBounce]);
}
