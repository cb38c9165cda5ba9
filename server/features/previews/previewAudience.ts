import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findAudienceRow } from "../audiences";
import { newestBuiltVersion } from "../versions";
import { previewOf } from "./preview-url";

export const previewAudience: Handler<"previewAudience"> = async (ctx, { params }) => {
  const [audience, built] = await Promise.all([
    findAudienceRow(ctx, params.page_id, params.audience_id),
    newestBuiltVersion(ctx.db, ctx.tenantId, params.audience_id),
  ]);
  if (!audience || !built) throw notFound();
  return previewOf(ctx, audience.audience_id, built.version_id);
};
