import type { Database } from "../storage/port";
import { sql } from "../storage/sql";
import { insertJob } from "./enqueue";
import type { JobType } from "./job";

/** A job that runs once in an interval, however many processes there are. */
export interface Recurring {
  name: string;
  everyMs: number;
  job: JobType<null>;
}

/** Recurring jobs run for all tenants, and so belong to none. */
const installationTenantId = "installation";

/** Makes the missing rows, first due an interval from now. */
export async function ensureRecurring(db: Database, recurring: readonly Recurring[], now: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { name, everyMs, job } of recurring) {
      const row = {
        tenantId: installationTenantId,
        jobId: recurringId(name),
        type: job,
        payload: null,
        afterMs: everyMs,
        now,
      };
      await insertJob(tx, db.dialect, row, sql`ON CONFLICT (tenant_id, job_id) DO NOTHING`);
    }
  });
}

/** Undefined for a job that does not recur. */
export function everyMsOf(recurring: readonly Recurring[], job: { tenant_id: string; job_id: string }): number | undefined {
  if (job.tenant_id !== installationTenantId) return undefined;
  return recurring.find(({ name }) => recurringId(name) === job.job_id)?.everyMs;
}

function recurringId(name: string): string {
  return `job_${name}`;
}
