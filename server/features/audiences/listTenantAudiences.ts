import type { Handler } from "../../context";
import { capped, readPage } from "../../records/paging";
import { filteredAudiences } from "./reading/filtered-audiences";
import { listedAudiences } from "./reading/whole-audiences";

export const listTenantAudiences: Handler<"listTenantAudiences"> = async (ctx, { query }) => {
  const found = await filteredAudiences(ctx, query);
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listTenantAudiences",
      filters: [query.pageId, query.personId, query.accountId, query.query],
      query,
      read: found.read,
      position: ({ audience_id }) => [audience_id],
      bytesOf: ({ bytes }) => bytes,
      items: (audiences) => listedAudiences(ctx.db, ctx.tenantId, audiences),
    }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
};
