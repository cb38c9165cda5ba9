import type { Handler } from "../../context";
import { capped, readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { pageExists } from "../pages";
import { filteredAudiences } from "./reading/filtered-audiences";
import { listedAudiences } from "./reading/whole-audiences";

export const listAudiences: Handler<"listAudiences"> = async (ctx, { params, query }) => {
  if (!(await pageExists(ctx.db, ctx.tenantId, params.page_id))) throw notFound();
  const found = await filteredAudiences(ctx, { ...query, pageId: params.page_id });
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listAudiences",
      filters: [params.page_id, query.status, query.personId, query.accountId, query.externalId, query.query],
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
