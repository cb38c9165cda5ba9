import type { Database } from "../storage/port";
import { sql } from "../storage/sql";
import { jobPriorities } from "./enqueue";
import type { JobType } from "./job";

/** What runs now and then: once in an interval, however many processes there are. */
export interface Recurring {
  name: string;
  everyMs: number;
  job: JobType<null>;
}

/** Belongs to no tenant: whatever it does, it does for all of them. */
export const installationTenantId = "installation";

/** A row for each, made once; the first run is an interval away. Not among the bulk, or a long queue of that would keep it waiting. */
export async function ensureRecurring(db: Database, recurring: readonly Recurring[], now: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { name, everyMs, job } of recurring) {
      await tx.run(sql`
        INSERT INTO jobs (tenant_id, job_id, kind, payload, priority, due_at, attempts, claimed_by, last_error, dead_at, created_at)
        VALUES (${installationTenantId}, ${recurringId(name)}, ${job.name}, 'null', ${jobPriorities.soon}, ${now + everyMs}, 0, NULL, NULL, NULL, ${now})
        ON CONFLICT (tenant_id, job_id) DO NOTHING`);
    }
  });
}

/** Undefined for a job that is done once. */
export function everyMsOf(recurring: readonly Recurring[], job: { tenant_id: string; job_id: string }): number | undefined {
  if (job.tenant_id !== installationTenantId) return undefined;
  return recurring.find(({ name }) => recurringId(name) === job.job_id)?.everyMs;
}

function recurringId(name: string): string {
  return `job_${name}`;
}
