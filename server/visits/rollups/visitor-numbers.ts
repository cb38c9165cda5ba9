import type { Writing } from "../../context";
import { among, sql, sqlRows } from "../../storage/sql";

const counterName = "visitor_numbers";

/** A small number for each audience or person, so that sets of them are small. The first visit gives it. */
export async function visitorNumbers(ctx: Writing, subjectIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (subjectIds.length === 0) return new Map();
  const known = await findNumbers(ctx, subjectIds);
  const unknown = subjectIds.filter((subjectId) => !known.has(subjectId));
  if (unknown.length === 0) return known;
  const last = await takeNumbers(ctx, unknown.length);
  const rows = unknown.map((subjectId, index) => [ctx.tenantId, subjectId, last - index]);
  for (const some of sqlRows(rows)) {
    await ctx.db.run(sql`
      INSERT INTO visitor_numbers (tenant_id, subject_id, number) VALUES ${some}
      ON CONFLICT (tenant_id, subject_id) DO NOTHING`);
  }
  // Another transaction may have given some of them a number first.
  return findNumbers(ctx, subjectIds);
}

async function findNumbers({ db, tenantId }: Writing, subjectIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.all<{ subject_id: string; number: number }>(sql`
    SELECT subject_id, number FROM visitor_numbers WHERE tenant_id = ${tenantId} AND subject_id ${among(subjectIds)}`);
  return new Map(rows.map(({ subject_id, number }) => [subject_id, number]));
}

/** Returns the last of them. Transactions of the tenant wait for each other here. */
async function takeNumbers({ db, tenantId }: Writing, count: number): Promise<number> {
  const row = await db.first<{ value: number }>(sql`
    INSERT INTO counters (tenant_id, name, slot, value) VALUES (${tenantId}, ${counterName}, 0, ${count})
    ON CONFLICT (tenant_id, name, slot) DO UPDATE SET value = counters.value + excluded.value RETURNING value`);
  return (row as { value: number }).value;
}
