import { type Handler, prepared } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound, Problem } from "../../records/problem";
import { type DnsAnswer, hasRecord, resolveRecord, whyNotVerified } from "./proof";
import { findDomain, findDomainToChange, isVerifiedElsewhere, markDomainVerified, toDomain } from "./queries";

/** The slow DNS query runs before the transaction, and only for a domain that is not verified. */
export const verifyDomain: Handler<"verifyDomain"> = prepared<"verifyDomain", DnsAnswer>(
  async (ctx, { params }) => {
    const row = await findDomain(ctx.db, ctx.tenantId, params.domain_id);
    return row && row.verified_at === null ? resolveRecord(ctx.site, row) : { records: [] };
  },
  async (ctx, { params }, answer) => {
    const row = await findDomainToChange(ctx, params.domain_id);
    if (!row) throw notFound();
    if (row.verified_at !== null) return toDomain(row);
    if (!hasRecord(answer, row)) throw new Problem("domain_not_verified", { detail: whyNotVerified(answer, row) });
    if (await isVerifiedElsewhere(ctx, row.domain)) {
      throw new Problem("tenant_domain_taken", { detail: "Another tenant has verified this domain" });
    }
    const verified = { ...row, verified_at: ctx.now, updated_at: ctx.now };
    const domain = toDomain(verified);
    await Promise.all([markDomainVerified(ctx, verified), recordEvent(ctx, "domain.verified", row.domain_id, domain)]);
    return domain;
  },
);
