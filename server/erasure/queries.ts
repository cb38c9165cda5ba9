import type { Writing } from "../context";
import type { Reader } from "../storage/port";
import { sql } from "../storage/sql";
import type { ErasedPerson, RowCounts, TableName } from "./erasure";

export type Counts = Partial<Record<TableName, Required<RowCounts>>>;

/** An erasure that is not finished. */
export interface Erasure {
  person: ErasedPerson;
  stage: string;
  position: string;
  counts: Counts;
}

/** Locks the row until the end of the transaction, so that only one process takes steps at a time. */
export async function findErasureToChange(ctx: Writing, personId: string): Promise<Erasure | undefined> {
  const row = await ctx.db.first<Record<"person" | "stage" | "position" | "counts", string>>(sql`
    SELECT person, stage, position, counts FROM erasures
    WHERE tenant_id = ${ctx.tenantId} AND person_id = ${personId} ${ctx.dialect.forUpdate}`);
  return row && { ...row, person: JSON.parse(row.person) as ErasedPerson, counts: JSON.parse(row.counts) as Counts };
}

/** The time tells the job that finishes erasures whether somebody is at it. */
export async function saveErasure({ db, tenantId, now }: Writing, erasure: Erasure): Promise<void> {
  const { person, stage, position, counts } = erasure;
  await db.run(sql`
    INSERT INTO erasures (tenant_id, person_id, person, stage, position, counts, stepped_at)
    VALUES (${tenantId}, ${person.person_id}, ${JSON.stringify(person)}, ${stage}, ${position}, ${JSON.stringify(counts)}, ${now})
    ON CONFLICT (tenant_id, person_id) DO UPDATE SET
      stage = excluded.stage, position = excluded.position, counts = excluded.counts, stepped_at = excluded.stepped_at`);
}

export async function removeErasure({ db, tenantId }: Writing, personId: string): Promise<void> {
  await db.run(sql`DELETE FROM erasures WHERE tenant_id = ${tenantId} AND person_id = ${personId}`);
}

/** The persons of erasures that nobody has gone on with since. */
export async function findInterrupted(db: Reader, tenantId: string, since: number, limit: number): Promise<string[]> {
  const rows = await db.all<{ person_id: string }>(sql`
    SELECT person_id FROM erasures WHERE tenant_id = ${tenantId} AND stepped_at < ${since} ORDER BY person_id LIMIT ${limit}`);
  return rows.map(({ person_id }) => person_id);
}
