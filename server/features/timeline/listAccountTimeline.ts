import { toTimestamp } from "../../../contract";
import type { Handler } from "../../context";
import { capped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { findAccount } from "../accounts";
import { countMoments, newestMoments } from "./moments";
import { sources } from "./sources";

export const listAccountTimeline: Handler<"listAccountTimeline"> = async (ctx, { params, query }) => {
  const account = await findAccount(ctx.db, ctx.tenantId, params.account_id);
  if (!account) throw notFound();
  const wanted = query.type === undefined ? Object.values(sources) : [sources[query.type]];
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listAccountTimeline",
      filters: [params.account_id, query.type],
      query,
      read: (position, limit) => newestMoments(ctx, account, wanted, position as [number, string] | undefined, limit),
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
    countMoments(ctx, account, wanted),
  ]);
  return { ...page, totalCount: capped(count) };
};
