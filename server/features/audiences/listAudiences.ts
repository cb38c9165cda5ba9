import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { pageExists } from "../pages";
import { listedAudiences } from "./reading/listed-audiences";

export const listAudiences: Handler<"listAudiences"> = async (ctx, { params: { page_id: pageId }, query }) => {
  if (!(await pageExists(ctx.db, ctx.tenantId, pageId))) throw notFound();
  const filters = [pageId, query.status, query.personId, query.accountId, query.externalId, query.query];
  return listedAudiences({ ctx, id: "listAudiences", filters, query }, { ...query, pageId });
};
