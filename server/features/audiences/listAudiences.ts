import type { Handler } from "../../context";
import { capped, largeRowsAtOnce, readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { pageExists } from "../pages";
import { filteredAudiences } from "./reading/filtered-audiences";

export const listAudiences: Handler<"listAudiences"> = async (ctx, { params, query }) => {
  if (!(await pageExists(ctx.db, ctx.tenantId, params.page_id))) throw notFound();
  const found = await filteredAudiences(ctx, { ...query, pageId: params.page_id });
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listAudiences",
      rowsAtOnce: largeRowsAtOnce,
      filters: [params.page_id, query.status, query.personId, query.accountId, query.externalId, query.query],
      query,
      read: found.read,
      position: (audience) => [audience.audienceId],
      items: (audiences) => audiences,
    }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
};
