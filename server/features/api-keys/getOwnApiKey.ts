import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { tenantIdentifier } from "../../records/tenant-ids";
import { tenantName } from "../tenants";
import { findKey, toApiKey } from "./queries";

export const getOwnApiKey: Handler<"getOwnApiKey"> = async (ctx) => {
  const [row, name] = await Promise.all([findKey(ctx, ctx.actor.keyId), tenantName(ctx.db, ctx.tenantId)]);
  if (!row) throw notFound();
  return { ...toApiKey(row), tenantId: tenantIdentifier(ctx.tenantId), tenantName: name, limits: ctx.site.limits };
};
