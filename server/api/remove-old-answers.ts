import { bytesAtOnce, rowsAtOnce, sweepTenants } from "../features/tenants";
import { jobType, type NamedJobKind } from "../jobs/job";
import { countFitting } from "../records/paging";
import { deleteAnswers, type StoredAnswerKey } from "../records/stored-answers";
import { sql } from "../storage/sql";
import { idempotencyTtlMs } from "./idempotency";

export const removeOldAnswersJob = jobType<null>("removeOldAnswers", "upkeep");

/** Removes stored answers that are too old to be given to a repeat. */
export const removeOldAnswers: NamedJobKind<null> = {
  type: removeOldAnswersJob,
  maxAttempts: 5,
  run: (job) =>
    sweepTenants(job, {
      async isDue({ db, tenantId, now }) {
        const oldest = await db.first(sql`
          SELECT created_at FROM idempotency WHERE tenant_id = ${tenantId} AND created_at <= ${now - idempotencyTtlMs} LIMIT 1`);
        return oldest !== undefined;
      },
      async remove({ db, dialect, tenantId, now }) {
        // Locked, because a request may just now put a new answer in the place of an old one.
        const old = await db.all<StoredAnswerKey & { bytes: number }>(sql`
          SELECT operation, idempotency_key, octet_length(response) + long_bytes AS bytes FROM idempotency
          WHERE tenant_id = ${tenantId} AND created_at <= ${now - idempotencyTtlMs} ORDER BY created_at LIMIT ${rowsAtOnce} ${dialect.forUpdate}`);
        const count = countFitting(old, ({ bytes }) => bytes, bytesAtOnce);
        await deleteAnswers(db, tenantId, old.slice(0, count));
        return count < old.length || count === rowsAtOnce;
      },
    }),
};
