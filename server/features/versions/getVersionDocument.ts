import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findAudienceRow } from "../audiences";
import { readDocument } from "../publishing";

export const getVersionDocument: Handler<"getVersionDocument"> = async (ctx, { params }) => {
  const { page_id: pageId, audience_id: audienceId, version_id: versionId } = params;
  const [audience, kept] = await Promise.all([
    findAudienceRow(ctx, pageId, audienceId),
    readDocument(ctx.db, ctx.tenantId, audienceId, versionId),
  ]);
  if (!audience || !kept) throw notFound();
  const { person, account, ...document } = kept.document;
  const may = (scope: "persons:read" | "accounts:read") => ctx.actor.scopes.includes("*") || ctx.actor.scopes.includes(scope);
  const owners = { ...(may("persons:read") && { person }), ...(may("accounts:read") && { account }) };
  return { versionId, document: { ...document, ...owners } };
};
