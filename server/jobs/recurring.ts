import type { Database } from "../storage/port";
import { sql } from "../storage/sql";
import { type JobType, jobPriorities } from "./job";
import { insertJob } from "./queries";

/** A job that runs once in an interval, however many processes there are. */
export interface Recurring {
  name: string;
  everyMs: number;
  job: JobType<null>;
}

/** Recurring jobs run for all tenants, and so belong to none. */
export const installationTenantId = "installation";

/** Makes the missing rows, first due an interval from now. Not `bulk`, because a long queue of bulk jobs would delay them. */
export async function ensureRecurring(db: Database, recurring: readonly Recurring[], now: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { name, everyMs, job } of recurring) {
      const row = {
        tenantId: installationTenantId,
        jobId: recurringId(name),
        kind: job.name,
        payload: null,
        priority: jobPriorities.soon,
        dueAt: now + everyMs,
        now,
      };
      await insertJob(tx, row, sql`ON CONFLICT (tenant_id, job_id) DO NOTHING`);
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
