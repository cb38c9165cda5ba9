import type { Handler } from "../../context";
import { countCapped, readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { sql } from "../../storage/sql";
import { pageExists } from "../pages";
import { newestSessions, type SessionFilter, sessionFilter } from "./list-queries";
import { toSession } from "./queries";

export const listAudienceSessions: Handler<"listAudienceSessions"> = async (ctx, { params, query }) => {
  const pageId = params.page_id;
  if (!(await pageExists(ctx.db, ctx.tenantId, pageId))) throw notFound();
  const { cursor, limit, ...filters } = query;
  const wanted: SessionFilter = { ...filters, from: moment(query.from), to: moment(query.to) };
  const filter = sessionFilter(ctx.tenantId, pageId, wanted);
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listAudienceSessions",
      filters: [pageId, boundTo(wanted)],
      query,
      read: (position, count) => newestSessions(ctx.db, filter, position, count),
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
