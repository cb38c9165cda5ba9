import type { OperationId } from "../../contract";
import type { Writing } from "../context";
import { among, sql } from "../storage/sql";

/** Changes whose answers show persons beside their own subject. */
export const answersWithPersons: readonly OperationId[] = ["createAccount", "createAudienceBatch", "updateAccount"];

/**
 * Removes what was kept beside records that bear a person's data: events, and answers stored for a repeat. Found by their
 * identifiers first: deleting by subject at once, SQLite walks through all rows of the tenant.
 */
export async function forgetRecords({ db, tenantId }: Writing, subjectIds: readonly string[]): Promise<void> {
  const subjects = among(subjectIds);
  await Promise.all([
    db.run(sql`
      DELETE FROM events WHERE tenant_id = ${tenantId} AND event_id IN (
        SELECT event_id FROM events WHERE tenant_id = ${tenantId} AND subject_id ${subjects})`),
    db.run(sql`
      DELETE FROM idempotency WHERE tenant_id = ${tenantId} AND (operation, idempotency_key) IN (
        SELECT operation, idempotency_key FROM idempotency WHERE tenant_id = ${tenantId} AND subject_id ${subjects})`),
  ]);
}

/** What visitors wrote in which a person named themselves, on whosever page it was. */
export async function forgetLettersWith({ db, tenantId }: Writing, identifiers: readonly string[]): Promise<void> {
  for (const identifier of identifiers) {
    const named = `%${JSON.stringify(identifier.toLowerCase())
      .slice(1, -1)
      .replace(/[\\%_]/g, "\\$&")}%`;
    await db.run(sql`
      DELETE FROM events WHERE tenant_id = ${tenantId} AND event_id IN (
        SELECT event_id FROM events
        WHERE tenant_id = ${tenantId} AND type IN ('form.submitted', 'question.asked') AND lower(data) LIKE ${named} ESCAPE '\\')`);
  }
}

/** Removes stored answers in which a person is shown beside others. */
export async function forgetAnswersWith({ db, tenantId }: Writing, personId: string): Promise<void> {
  await db.run(sql`
    DELETE FROM idempotency
    WHERE tenant_id = ${tenantId} AND operation ${among(answersWithPersons)} AND response LIKE ${`%"${personId}"%`}`);
}
