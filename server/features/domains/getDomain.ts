import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findDomain, toDomain } from "./queries";

export const getDomain: Handler<"getDomain"> = async (ctx, { params }) => {
  const row = await findDomain(ctx.db, ctx.tenantId, params.domain_id);
  if (!row) throw notFound();
  return toDomain(row);
};
