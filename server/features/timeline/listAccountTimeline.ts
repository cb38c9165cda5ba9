import { toTimestamp } from "../../../contract";
import type { Handler } from "../../context";
import { capped, readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { findAccount } from "../accounts";
import { type MomentRow, sources } from "./sources";

export const listAccountTimeline: Handler<"listAccountTimeline"> = async (ctx, { params, query }) => {
  const accountId = params.account_id;
  if (!(await findAccount(ctx.db, ctx.tenantId, accountId))) throw notFound();
  const wanted = query.type === undefined ? Object.values(sources) : [sources[query.type]];
  const [page, counts] = await Promise.all([
    readPage({
      ctx,
      id: "listAccountTimeline",
      filters: [accountId, query.type],
      query,
      async read(position, limit) {
        const before = position as [number, string] | undefined;
        const found = await Promise.all(wanted.map(({ read }) => read(ctx, accountId, before, limit)));
        return found.flat().sort(newestFirst).slice(0, limit);
      },
      position: ({ at, id }) => [at, id],
      items: (rows) =>
        rows.map(({ at, page_id, audience_id, person_id, ...rest }) => ({
          ...rest,
          at: toTimestamp(at),
          pageId: page_id,
          audienceId: audience_id,
          personId: person_id,
        })),
    }),
    Promise.all(wanted.map(({ count }) => count(ctx, accountId))),
  ]);
  return { ...page, totalCount: capped(counts.reduce((sum, count) => sum + count, 0)) };
};

function newestFirst(one: MomentRow, other: MomentRow): number {
  return other.at - one.at || (one.id < other.id ? 1 : -1);
}
