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
  return db.all(sql`SELECT tenant_id, name, created_at FROM tenants ORDER BY tenant_id`);
}

export function findTenantByName(db: Reader, name: string): Promise<TenantRow | undefined> {
  return db.first(sql`SELECT tenant_id, name, created_at FROM tenants WHERE name = ${name}`);
}

/** The tenant's name is part of the addresses of its pages. */
export async function tenantName(db: Reader, tenantId: string): Promise<string> {
  const row = await db.first<{ name: string }>(sql`SELECT name FROM tenants WHERE tenant_id = ${tenantId}`);
  return row?.name ?? "";
}

/** Also inserts the built-in form. False when the name is taken. */
export async function insertTenant(tx: Transaction, row: TenantRow): Promise<boolean> {
  const inserted = await tx.run(sql`
    INSERT INTO tenants (tenant_id, name, created_at) VALUES (${row.tenant_id}, ${row.name}, ${row.created_at})
    ON CONFLICT (name) DO NOTHING`);
  if (inserted === 1) await insertBuiltInForm(tx, row.tenant_id, row.created_at);
  return inserted === 1;
}
