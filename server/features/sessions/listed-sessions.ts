import { momentOf } from "../../../contract";
import type { ReadContext } from "../../context";
import { countCapped, readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import type { SessionRow } from "../../visits/session-row";
import { newestSessions, type SessionFilter, sessionFilter, sessionOrder } from "./list-queries";

/** What both lists of sessions take. */
type SessionQuery = Omit<SessionFilter, "from" | "to"> & {
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

/** A page of a list of sessions, last started first. */
export async function listedSessions<Item>(
  ctx: ReadContext,
  id: "listAudienceSessions" | "listTenantSessions",
  query: SessionQuery,
  itemsOf: (rows: SessionRow[]) => Item[] | Promise<Item[]>,
) {
  const { db, tenantId, now } = ctx;
  const { cursor: _cursor, limit: _limit, ...filters } = query;
  const wanted: SessionFilter = { ...filters, from: momentOf(query.from), to: momentOf(query.to) };
  const filter = sessionFilter(tenantId, now, wanted);
  const order = sessionOrder(wanted);
  const beforeAnyEnd = sessionFilter(tenantId, now, { ...wanted, to: undefined });
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id,
      filters: [boundTo(wanted)],
      query,
      // What comes after a position started before `to`: SQLite would walk an index from the later of two ends.
      read: (position, count) => newestSessions(db, { filter: position ? beforeAnyEnd : filter, order }, position, count),
      position: (row) => [row.session_started_at, row.analytics_session_id],
      items: itemsOf,
    }),
    countCapped(db, sql`SELECT 1 FROM audience_sessions WHERE ${filter}`),
  ]);
  return { ...page, totalCount };
}

/** The filters that a cursor belongs to, in a fixed order. */
function boundTo(wanted: SessionFilter): string {
  return JSON.stringify(
    Object.entries(wanted)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );
}
