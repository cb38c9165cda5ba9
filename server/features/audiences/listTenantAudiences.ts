import type { Handler } from "../../context";
import { capped, largeRowsAtOnce, readPage } from "../../records/paging";
import { filteredAudiences } from "./reading/filtered-audiences";

export const listTenantAudiences: Handler<"listTenantAudiences"> = async (ctx, { query }) => {
  const found = await filteredAudiences(ctx, query);
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listTenantAudiences",
      rowsAtOnce: largeRowsAtOnce,
      filters: [query.pageId, query.personId, query.accountId, query.query],
      query,
      read: found.read,
      position: (audience) => [audience.audienceId],
      items: (audiences) => audiences,
    }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
};
