import { type TenantDomain, toOptionalTimestamp, toTimestamp } from "../../../contract";
import type { Writing } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import { columns, integer, optionalInteger, type RowOf, text } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { nothing, sql, type Value } from "../../storage/sql";

const domainColumns = columns({
  domain_id: text,
  domain: text,
  token: text,
  verified_at: optionalInteger,
  created_at: integer,
  updated_at: integer,
});
export type DomainRow = RowOf<typeof domainColumns>;

export function toDomain(row: DomainRow): TenantDomain {
  return {
    domainId: row.domain_id,
    domain: row.domain,
    status: row.verified_at === null ? "pending" : "verified",
    verifiedAt: toOptionalTimestamp(row.verified_at),
    dnsRecord: dnsRecordOf(row),
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
  };
}

export const recordPrefix = "_foyer.";

export function dnsRecordOf({ domain, token }: Pick<DomainRow, "domain" | "token">): TenantDomain["dnsRecord"] {
  return { type: "TXT", name: `${recordPrefix}${domain}`, value: `foyer-verification=${token}` };
}

export function findDomain(db: Reader, tenantId: string, domainId: string): Promise<DomainRow | undefined> {
  return db.first(sql`SELECT ${domainColumns.names} FROM domains WHERE tenant_id = ${tenantId} AND domain_id = ${domainId}`);
}

/** Locks the row until the end of the transaction. */
export function findDomainToChange(ctx: Writing, domainId: string): Promise<DomainRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${domainColumns.names} FROM domains WHERE tenant_id = ${ctx.tenantId} AND domain_id = ${domainId} ${ctx.dialect.forUpdate}`);
}

/** Whether the tenant has the domain. Keeps it from being deleted until the end of the transaction. */
export async function keepDomain(ctx: Writing, domainId: string): Promise<boolean> {
  const found = await ctx.db.first(sql`
    SELECT 1 AS found FROM domains WHERE tenant_id = ${ctx.tenantId} AND domain_id = ${domainId} ${ctx.dialect.forShare}`);
  return found !== undefined;
}

/** Whether links that are not deleted are on the domain. */
export async function hasLinks(db: Reader, tenantId: string, domainId: string): Promise<boolean> {
  const found = await db.first(sql`
    SELECT 1 AS found FROM page_links WHERE tenant_id = ${tenantId} AND domain_key = ${domainId} AND deleted_at IS NULL LIMIT 1`);
  return found !== undefined;
}

export function findDomainByName(db: Reader, tenantId: string, domain: string): Promise<DomainRow | undefined> {
  return db.first(sql`SELECT ${domainColumns.names} FROM domains WHERE tenant_id = ${tenantId} AND domain = ${domain}`);
}

export function newestDomains(db: Reader, tenantId: string, position: Value[] | undefined, limit: number): Promise<DomainRow[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND domain_id < ${last}`;
  return db.all(sql`
    SELECT ${domainColumns.names} FROM domains WHERE tenant_id = ${tenantId} ${before} ORDER BY domain_id DESC LIMIT ${limit}`);
}

/** False when the tenant has the domain already. */
export async function insertDomain(ctx: Writing, row: DomainRow): Promise<boolean> {
  const inserted = await ctx.db.run(sql`
    INSERT INTO domains (tenant_id, ${domainColumns.names})
    VALUES (${ctx.tenantId}, ${domainColumns.values(row)})
    ON CONFLICT (tenant_id, domain) DO NOTHING`);
  return inserted === 1;
}

/**
 * Looks beyond the tenant, because only one tenant can have a verified domain. The lock keeps others from verifying it
 * meanwhile.
 */
export async function isVerifiedElsewhere(ctx: Writing, domain: string): Promise<boolean> {
  await ctx.db.lock(`verified-domain ${domain}`);
  const found = await ctx.db.first(sql`
    SELECT 1 AS found FROM domains WHERE domain = ${domain} AND verified_at IS NOT NULL AND NOT tenant_id = ${ctx.tenantId}`);
  return found !== undefined;
}

/** Names no tenant, because it finds out which tenant a visitor's host belongs to. */
export function findVerifiedDomain(db: Reader, domain: string): Promise<{ tenant_id: string; domain_id: string } | undefined> {
  return db.first(sql`SELECT tenant_id, domain_id FROM domains WHERE domain = ${domain} AND verified_at IS NOT NULL`);
}

export async function markDomainVerified(ctx: Writing, row: DomainRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE domains SET verified_at = ${row.verified_at}, updated_at = ${row.updated_at}
    WHERE tenant_id = ${ctx.tenantId} AND domain_id = ${row.domain_id}`);
  await pagesChanged(ctx, [ctx.tenantId]);
}

export async function deleteDomainRow(ctx: Writing, domainId: string): Promise<void> {
  await ctx.db.run(sql`DELETE FROM domains WHERE tenant_id = ${ctx.tenantId} AND domain_id = ${domainId}`);
  await pagesChanged(ctx, [ctx.tenantId]);
}
