import type { OperationId } from "../../contract";
import type { WriteContext } from "../context";
import { sql, sqlList } from "../storage/sql";

/** Changes whose answers show persons beside their own subject. */
export const answersWithPersons: readonly OperationId[] = ["createAccount", "updateAccount"];

/** Removes every copy of a person that was kept beside the record: events, and answers stored for a repeat. */
export async function forgetPerson(ctx: WriteContext, personId: string): Promise<void> {
  await Promise.all([
    ctx.db.run(sql`DELETE FROM events WHERE tenant_id = ${ctx.tenantId} AND subject_id = ${personId}`),
    ctx.db.run(sql`DELETE FROM idempotency WHERE tenant_id = ${ctx.tenantId} AND subject_id = ${personId}`),
    ctx.db.run(sql`
      DELETE FROM idempotency
      WHERE tenant_id = ${ctx.tenantId} AND operation IN ${sqlList(answersWithPersons)} AND response LIKE ${`%"${personId}"%`}`),
  ]);
}
