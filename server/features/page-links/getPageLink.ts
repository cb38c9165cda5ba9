import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findLink, toPageLink } from "./queries";

export const getPageLink: Handler<"getPageLink"> = async (ctx, { params }) => {
  const row = await findLink(ctx.db, ctx.tenantId, params.page_link_id);
  if (!row) throw notFound();
  return toPageLink(row);
};
