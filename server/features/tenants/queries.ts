import { newTenantId } from "../../records/tenant-ids";
import { tenantsLock } from "../../storage/locks";
import type { Reader, Transaction } from "../../storage/port";
import { sql } from "../../storage/sql";
import { insertBuiltInForm } from "../forms";

export const defaultTenantName = "default";

export interface TenantRow {
  tenant_id: string;
  name: string;
  created_at: number;
}

export function allTenants(db: Reader): Promise<TenantRow[]> {
  return db.all(sql`SELECT tenant_id, name, created_at FROM tenants ORDER BY created_at, tenant_id`);
}

export function findTenantByName(db: Reader, name: string): Promise<TenantRow | undefined> {
  return db.first(sql`SELECT tenant_id, name, created_at FROM tenants WHERE name = ${name}`);
}

/** The tenant's name is part of the addresses of its pages. */
export async function tenantName(db: Reader, tenantId: string): Promise<string> {
  const row = await db.first<{ name: string }>(sql`SELECT name FROM tenants WHERE tenant_id = ${tenantId}`);
  return row?.name ?? "";
}

/** Also inserts the built-in form. Returns the tenant's identifier, undefined when the name is taken. */
export async function insertTenant(tx: Transaction, name: string, now: number): Promise<string | undefined> {
  await tx.lock(tenantsLock);
  const tenantId = await unusedId(tx);
  const inserted = await tx.run(sql`
    INSERT INTO tenants (tenant_id, name, created_at) VALUES (${tenantId}, ${name}, ${now}) ON CONFLICT (name) DO NOTHING`);
  if (inserted === 0) return undefined;
  await insertBuiltInForm(tx, tenantId, now);
  return tenantId;
}

async function unusedId(tx: Transaction): Promise<string> {
  for (;;) {
    const tenantId = newTenantId();
    if (!(await tx.first(sql`SELECT 1 AS found FROM tenants WHERE tenant_id = ${tenantId}`))) return tenantId;
  }
}
