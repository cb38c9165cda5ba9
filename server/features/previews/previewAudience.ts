import { previewMinutes, toTimestamp } from "../../../contract";
import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findAudienceRow } from "../audiences";
import { newestBuiltVersion } from "../versions";
import { previewUrl } from "./preview-url";

export const previewAudience: Handler<"previewAudience"> = async (ctx, { params }) => {
  const [audience, built] = await Promise.all([
    findAudienceRow(ctx, params.page_id, params.audience_id),
    newestBuiltVersion(ctx.db, ctx.tenantId, params.audience_id),
  ]);
  if (!audience || !built) throw notFound();
  const expiresAt = ctx.now + previewMinutes * 60_000;
  const preview = { tenantId: ctx.tenantId, audienceId: audience.audience_id, versionId: built.version_id, expiresAt };
  return { versionId: built.version_id, url: previewUrl(ctx.site, preview), expiresAt: toTimestamp(expiresAt) };
};
