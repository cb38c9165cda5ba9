import type { OperationId } from "../../contract";
import type { Writing } from "../context";
import { sql, sqlList } from "../storage/sql";

/** Changes whose answers show persons beside their own subject. */
export const answersWithPersons: readonly OperationId[] = ["createAccount", "createAudienceBatch", "updateAccount"];

/**
 * Removes every copy of a person that was kept beside the record: events, and answers stored for a repeat, of the person and of
 * what bears their name (audiences, links). Found by their identifiers first: deleting by subject at once, SQLite walks through
 * all rows of the tenant.
 */
export async function forgetRecords({ db, tenantId }: Writing, personId: string, named: readonly string[]): Promise<void> {
  const subjects = sqlList([personId, ...named]);
  await Promise.all([
    db.run(sql`
      DELETE FROM events WHERE tenant_id = ${tenantId} AND event_id IN (
        SELECT event_id FROM events WHERE tenant_id = ${tenantId} AND subject_id IN ${subjects})`),
    db.run(sql`
      DELETE FROM idempotency WHERE tenant_id = ${tenantId} AND (operation, idempotency_key) IN (
        SELECT operation, idempotency_key FROM idempotency WHERE tenant_id = ${tenantId} AND subject_id IN ${subjects})`),
    db.run(sql`
      DELETE FROM idempotency
      WHERE tenant_id = ${tenantId} AND operation IN ${sqlList(answersWithPersons)} AND response LIKE ${`%"${personId}"%`}`),
  ]);
}
