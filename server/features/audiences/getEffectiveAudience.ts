import type { Actor, Handler, ReadContext } from "../../context";
import { notFound } from "../../problem";
import { type LiveLink, liveLinkOf } from "../page-links";
import { tenantName } from "../tenants";
import { effectiveFields, readSubjects } from "../versions";
import { findAudience } from "./queries";

export const getEffectiveAudience: Handler<"getEffectiveAudience"> = async (ctx, { params }) => {
  const { db, tenantId } = ctx;
  const [audience, subjects, link] = await Promise.all([
    findAudience(db, tenantId, params.page_id, params.audience_id),
    readSubjects(db, tenantId, [params.audience_id]),
    liveLinkOf(db, tenantId, params.audience_id),
  ]);
  const subject = subjects.get(params.audience_id);
  if (!audience || !subject) throw notFound();
  return {
    audienceId: audience.audienceId,
    pageId: audience.pageId,
    fields: effectiveFields(subject).filter(({ field }) => maySee(ctx.actor, field)),
    liveVersion: audience.publishedVersion,
    publicUrl: link ? await publicUrl(ctx, link) : null,
  };
};

/** What is the person's or the account's own needs the scope that reads those. */
function maySee({ scopes }: Actor, field: string): boolean {
  const needed = field.startsWith("person.") ? "persons:read" : field.startsWith("account.") ? "accounts:read" : undefined;
  return needed === undefined || scopes.includes("*") || scopes.includes(needed);
}

/** On a domain that is not verified nothing is served. */
async function publicUrl({ db, tenantId, site }: ReadContext, { domain_key, domain, path }: LiveLink): Promise<string | null> {
  if (domain_key === "") return `${site.pagesUrl}/${await tenantName(db, tenantId)}${path}`;
  return domain === null ? null : `https://${domain}${path}`;
}
