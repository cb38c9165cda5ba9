import type { WriteContext } from "../context";
import { sql } from "../storage/sql";

/** Removes every copy of a record that was kept beside it. */
export async function forgetSubject(ctx: WriteContext, subjectId: string): Promise<void> {
  await Promise.all([
    ctx.db.run(sql`DELETE FROM events WHERE tenant_id = ${ctx.tenantId} AND subject_id = ${subjectId}`),
    ctx.db.run(sql`DELETE FROM idempotency WHERE tenant_id = ${ctx.tenantId} AND response LIKE ${`%"${subjectId}"%`}`),
  ]);
}
