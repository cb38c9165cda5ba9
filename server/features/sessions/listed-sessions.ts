import { momentOf } from "../../../contract";
import type { ReadContext } from "../../context";
import { readPage } from "../../records/paging";
import type { SessionRow } from "../../visits/session-row";
import { countSessions, newestSessions, type SessionFilter, sessionList } from "./list-queries";

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
  const list = sessionList(tenantId, now, wanted);
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id,
      filters: [boundTo(wanted)],
      query,
      read: (position, count) => newestSessions(db, tenantId, list, position, count),
      position: (row) => [row.session_started_at, row.analytics_session_id],
      items: itemsOf,
    }),
    countSessions(db, list),
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
