import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findAudienceRow } from "../audiences";
import { hasDocument } from "../versions";
import { previewOf } from "./preview-url";

export const previewAudienceVersion: Handler<"previewAudienceVersion"> = async (ctx, { params }) => {
  const { page_id: pageId, audience_id: audienceId, version_id: versionId } = params;
  const [audience, isBuilt] = await Promise.all([
    findAudienceRow(ctx, pageId, audienceId),
    hasDocument(ctx.db, ctx.tenantId, { audience_id: audienceId, version_id: versionId }),
  ]);
  if (!audience || !isBuilt) throw notFound();
  return previewOf(ctx, audienceId, versionId);
};
