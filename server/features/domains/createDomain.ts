import { randomBytes } from "node:crypto";
import { canonicalDomain } from "../../../contract/fields";
import type { Handler, Site } from "../../context";
import { recordEvent } from "../../events/record";
import { Problem } from "../../records/problem";
import { type DomainRow, findDomainByName, insertDomain, recordPrefix, toDomain } from "./queries";

const tokenBytes = 16;
const maxNameLength = 253;

export const createDomain: Handler<"createDomain"> = async (ctx, { body }) => {
  const fault = faultOf(body.domain, ctx.site);
  if (fault !== undefined) throw new Problem("validation_failed", { errors: [{ location: "body.domain", ...fault }] });
  const row: DomainRow = {
    domain_id: ctx.newId("domain"),
    domain: body.domain,
    token: randomBytes(tokenBytes).toString("hex"),
    verified_at: null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  while (!(await insertDomain(ctx, row))) {
    const existing = await findDomainByName(ctx.db, ctx.tenantId, row.domain);
    // If there is none, it was deleted just now, and the next insert succeeds.
    if (existing) throw new Problem("tenant_domain_taken", { existingId: existing.domain_id });
  }
  const domain = toDomain(row);
  await recordEvent(ctx, "domain.created", row.domain_id, domain);
  return domain;
};

function faultOf(domain: string, { publicUrl, pagesUrl }: Site): { code: string; message: string } | undefined {
  const own = [publicUrl, pagesUrl].map((url) => (URL.canParse(url) ? canonicalDomain(new URL(url).hostname) : null));
  if (own.includes(domain)) return { code: "not_allowed", message: "is the service's own host" };
  const longest = maxNameLength - recordPrefix.length;
  if (domain.length > longest) {
    return { code: "too_long", message: `must have at most ${longest} characters, for ${recordPrefix} before it` };
  }
  return undefined;
}
