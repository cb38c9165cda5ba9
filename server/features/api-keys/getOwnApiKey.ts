import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { tenantName } from "../tenants";
import { findKey, toApiKey } from "./queries";

export const getOwnApiKey: Handler<"getOwnApiKey"> = async (ctx) => {
  const [row, name] = await Promise.all([findKey(ctx, ctx.actor.keyId), tenantName(ctx.db, ctx.tenantId)]);
  if (!row) throw notFound();
  return { ...toApiKey(row), tenantId: ctx.tenantId, tenantName: name, limits: ctx.site.limits };
};
