import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findAudienceRow } from "../audiences";
import { findVersion, toVersion } from "./queries";

export const getAudienceVersion: Handler<"getAudienceVersion"> = async (ctx, { params }) => {
  const [audience, version] = await Promise.all([
    findAudienceRow(ctx, params.page_id, params.audience_id),
    findVersion(ctx.db, ctx.tenantId, params.audience_id, params.version_id),
  ]);
  if (!audience || !version) throw notFound();
  return toVersion(version);
};
