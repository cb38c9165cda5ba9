import { previewMinutes, toTimestamp } from "../../../contract";
import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findAudienceRow } from "../audiences";
import { hasDocument } from "../versions";
import { previewUrl } from "./preview-url";

export const previewAudienceVersion: Handler<"previewAudienceVersion"> = async (ctx, { params }) => {
  const { page_id: pageId, audience_id: audienceId, version_id: versionId } = params;
  const [audience, isBuilt] = await Promise.all([
    findAudienceRow(ctx, pageId, audienceId),
    hasDocument(ctx.db, ctx.tenantId, { audience_id: audienceId, version_id: versionId }),
  ]);
  if (!audience || !isBuilt) throw notFound();
  const expiresAt = ctx.now + previewMinutes * 60_000;
  const url = previewUrl(ctx.site, { tenantId: ctx.tenantId, audienceId, versionId, expiresAt });
  return { versionId, url, expiresAt: toTimestamp(expiresAt) };
};
