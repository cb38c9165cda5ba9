import type { Handler } from "../../context";
import { countCapped, largeRowsAtOnce, readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { findPage } from "../pages";
import { audienceFilter, filteredAudiences } from "./reading/filter";
import { newestAudiences } from "./reading/whole-audiences";

export const listAudiences: Handler<"listAudiences"> = async (ctx, { params, query }) => {
  if (!(await findPage(ctx.db, ctx.tenantId, params.page_id))) throw notFound();
  const filter = audienceFilter(ctx.tenantId, params.page_id, query);
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listAudiences",
      rowsAtOnce: largeRowsAtOnce,
      filters: [params.page_id, query.status, query.personId, query.accountId, query.externalId, query.query],
      query,
      read: (position, limit) => newestAudiences(ctx.db, filter, position, limit),
      position: (audience) => [audience.audienceId],
      items: (audiences) => audiences,
    }),
    countCapped(ctx.db, filteredAudiences(filter)),
  ]);
  return { ...page, totalCount };
};
