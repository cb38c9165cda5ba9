import { rowsAtOnce, sweepTenants } from "../features/tenants";
import { jobType, type NamedJobKind } from "../jobs/job";
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
      remove: ({ db, tenantId, now }) =>
        db.run(sql`
          DELETE FROM idempotency WHERE tenant_id = ${tenantId} AND (operation, idempotency_key) IN (
            SELECT operation, idempotency_key FROM idempotency
            WHERE tenant_id = ${tenantId} AND created_at <= ${now - idempotencyTtlMs} ORDER BY created_at LIMIT ${rowsAtOnce})`),
    }),
};
