import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { pageExists } from "../pages";
import { countVisits } from "./count";

export const getPageStats: Handler<"getPageStats"> = async (ctx, { params, query }) => {
  if (!(await pageExists(ctx.db, ctx.tenantId, params.page_id))) throw notFound();
  return countVisits(ctx, query, params.page_id);
};
