import type { Handler, ReadContext } from "../../context";
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
    fields: effectiveFields(subject),
    liveVersion: audience.publishedVersion,
    publicUrl: link ? await publicUrl(ctx, link) : null,
  };
};

/** On a domain that is not verified nothing is served. */
async function publicUrl({ db, tenantId, site }: ReadContext, { domain_key, domain, path }: LiveLink): Promise<string | null> {
  if (domain_key === "") return `${site.pagesUrl}/${await tenantName(db, tenantId)}${path}`;
  return domain === null ? null : `https://${domain}${path}`;
}
