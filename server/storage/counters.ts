import type { Dialect } from "./dialects";
import type { Reader, Transaction } from "./port";
import { among, type Sql, sql, sqlRows } from "./sql";

/** Counts kept beside the rows they count, changed in the same transaction, so no read has to count. */
export async function addToCounter(tx: Transaction, dialect: Dialect, tenantId: string, name: string, by: number): Promise<void> {
  await tx.run(counterChange({ tenantId, dialect, db: tx }, name, by));
}

/**
 * Several counters at once. A fixed order avoids deadlocks; `slots` is for counters of which there are many, because each slot
 * is a row.
 */
export async function addToCounters(
  tx: Transaction,
  dialect: Dialect,
  tenantId: string,
  changes: ReadonlyMap<string, number>,
  slots = dialect.counterSlots,
): Promise<void> {
  const slot = slotOf(tx, Math.min(slots, dialect.counterSlots));
  const rows = [...changes]
    .filter(([, by]) => by !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, by]) => [tenantId, name, slot, by]);
  for (const some of sqlRows(rows)) {
    await tx.run(sql`
      INSERT INTO counters (tenant_id, name, slot, value) VALUES ${some}
      ON CONFLICT (tenant_id, name, slot) DO UPDATE SET value = counters.value + excluded.value`);
  }
}

/** `change`: with its transaction, if it has one; otherwise it is a write by itself. */
export function counterChange(change: { tenantId: string; dialect: Dialect; db?: Transaction }, name: string, by: number): Sql {
  const { tenantId, dialect, db } = change;
  const slot = slotOf(db ?? change, dialect.counterSlots);
  return sql`
    INSERT INTO counters (tenant_id, name, slot, value) VALUES (${tenantId}, ${name}, ${slot}, ${by})
    ON CONFLICT (tenant_id, name, slot) DO UPDATE SET value = counters.value + excluded.value`;
}

const chances = new WeakMap<object, number>();

/**
 * At random, and the same for all that a transaction counts: with another slot each time, two that count often would lock the same
 * rows in different orders.
 */
function slotOf(change: object, slots: number): number {
  if (slots === 1) return 0;
  const chance = chances.get(change) ?? Math.random();
  chances.set(change, chance);
  return Math.floor(chance * slots);
}

export async function readCounter(reader: Reader, tenantId: string, name: string): Promise<number> {
  const row = await reader.first<{ value: number }>(sql`SELECT ${counterValue(tenantId, name)} AS value`);
  return row?.value ?? 0;
}

/** The sum of several. */
export async function readCounters(reader: Reader, tenantId: string, names: readonly string[]): Promise<number> {
  const row = await reader.first<{ value: number }>(sql`
    SELECT coalesce(sum(value), 0) AS value FROM counters WHERE tenant_id = ${tenantId} AND name ${among(names)}`);
  return row?.value ?? 0;
}

/** For a query that can bring the count along: one round trip, and both of the same moment. Both may come from the row beside it. */
export function counterValue(tenantId: string | Sql, name: string | Sql): Sql {
  return sql`(SELECT coalesce(sum(value), 0) FROM counters WHERE tenant_id = ${tenantId} AND name = ${name})`;
}
