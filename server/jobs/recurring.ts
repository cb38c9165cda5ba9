import type { Database } from "../storage/port";
import { sql } from "../storage/sql";
import { jobPriorities } from "./enqueue";
import type { JobName } from "./kinds";

/** What runs now and then: once in an interval, however many processes there are. */
export interface Recurring {
  name: string;
  everyMs: number;
  kind: string;
}

const minuteMs = 60_000;
const hourMs = 3_600_000;

export const recurringJobs: readonly (Recurring & { kind: JobName })[] = [
  { name: "remove_old_events", everyMs: minuteMs, kind: "removeOldEvents" },
  { name: "remove_old_answers", everyMs: minuteMs, kind: "removeOldAnswers" },
  { name: "purge_trash", everyMs: hourMs, kind: "purgeTrash" },
];

/** Belongs to no tenant: whatever it does, it does for all of them. */
export const installationTenantId = "installation";

/** A row for each, made once; the first run is an interval away. Not among the bulk, or a long queue of that would keep it waiting. */
export async function ensureRecurring(db: Database, recurring: readonly Recurring[], now: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { name, everyMs, kind } of recurring) {
      await tx.run(sql`
        INSERT INTO jobs (tenant_id, job_id, kind, payload, priority, due_at, attempts, claimed_by, last_error, dead_at, created_at)
        VALUES (${installationTenantId}, ${recurringId(name)}, ${kind}, 'null', ${jobPriorities.soon}, ${now + everyMs}, 0, NULL, NULL, NULL, ${now})
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
