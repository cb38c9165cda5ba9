import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { addressOf, liveLinkOf } from "../page-links";
import { effectiveFields, inputEmptyTokens, inputWarnings, readInput } from "../publishing";
import { tenantName } from "../tenants";
import { findAudience } from "./reading/whole-audiences";

export const getEffectiveAudience: Handler<"getEffectiveAudience"> = async (ctx, { params }) => {
  const { db, tenantId } = ctx;
  const [audience, input, link] = await Promise.all([
    findAudience(db, tenantId, params.page_id, params.audience_id),
    readInput(db, tenantId, params.audience_id),
    liveLinkOf(db, tenantId, params.audience_id),
  ]);
  if (!audience || !input) throw notFound();
  return {
    audienceId: audience.audienceId,
    pageId: audience.pageId,
    fields: effectiveFields(input, ctx.actor),
    emptyTokens: inputEmptyTokens(input, ctx.actor),
    warnings: await inputWarnings(tenantId, input),
    liveVersion: audience.publishedVersion,
    publicUrl: link ? addressOf(ctx.site, await tenantName(db, tenantId), link) : null,
  };
};
