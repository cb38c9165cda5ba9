import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findPage, toPage } from "./queries";

export const getPage: Handler<"getPage"> = async (ctx, { params }) => {
  const row = await findPage(ctx.db, ctx.tenantId, params.page_id);
  if (!row) throw notFound();
  return toPage(row, ctx.site);
};
