import type { Dialect } from "./dialects";
import type { Reader, Transaction } from "./port";
import { type Sql, sql } from "./sql";

/** Counts kept beside the rows they count, changed in the same transaction, so no read has to count. */
export async function addToCounter(tx: Transaction, dialect: Dialect, tenantId: string, name: string, by: number): Promise<void> {
  await tx.run(counterChange(dialect, tenantId, name, by));
}

export function counterChange(dialect: Dialect, tenantId: string, name: string, by: number): Sql {
  const slot = dialect.counterSlots === 1 ? 0 : Math.floor(Math.random() * dialect.counterSlots);
  return sql`
    INSERT INTO counters (tenant_id, name, slot, value) VALUES (${tenantId}, ${name}, ${slot}, ${by})
    ON CONFLICT (tenant_id, name, slot) DO UPDATE SET value = counters.value + excluded.value`;
}

export async function readCounter(reader: Reader, tenantId: string, name: string): Promise<number> {
  const row = await reader.first<{ value: number }>(sql`SELECT ${counterValue(tenantId, name)} AS value`);
  return row?.value ?? 0;
}

/** For a query that can bring the count along: one round trip, and both of the same moment. Both may come from the row beside it. */
export function counterValue(tenantId: string | Sql, name: string | Sql): Sql {
  return sql`(SELECT coalesce(sum(value), 0) FROM counters WHERE tenant_id = ${tenantId} AND name = ${name})`;
}
