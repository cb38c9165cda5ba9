import { bytesAtOnce, rowsAtOnce, sweepTenants } from "../features/tenants";
import { jobType, type NamedJobKind } from "../jobs/job";
import { fitting } from "../records/paging";
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
      async remove({ db, tenantId, now }) {
        const old = sql`FROM idempotency WHERE tenant_id = ${tenantId} AND created_at <= ${now - idempotencyTtlMs} ORDER BY created_at`;
        const answers = await db.all<{ bytes: number }>(sql`SELECT octet_length(response) AS bytes ${old} LIMIT ${rowsAtOnce}`);
        const count = fitting(answers, ({ bytes }) => bytes, bytesAtOnce);
        await db.run(sql`
          DELETE FROM idempotency WHERE tenant_id = ${tenantId} AND (operation, idempotency_key) IN (
            SELECT operation, idempotency_key ${old} LIMIT ${count})`);
        return count < answers.length || count === rowsAtOnce;
      },
    }),
};
