import type { Writing } from "../context";
import { sql } from "../storage/sql";
import type { JobType } from "./job";

/** Somebody waits for it; or it may wait behind what somebody waits for. In the order they are claimed. */
export const jobPriorities = { soon: 0, bulk: 1 } as const;

/** Told when there may be something to do. */
export const jobsChannel = "jobs";

interface Options {
  priority?: keyof typeof jobPriorities;
  /** Not before then. */
  dueAt?: number;
}

/** In the change's own transaction: the work is done if and only if the change is there. Returns the job's identifier. */
export async function enqueueJob<Payload>(
  ctx: Writing,
  type: JobType<Payload>,
  payload: Payload,
  { priority = "soon", dueAt = ctx.now }: Options = {},
): Promise<string> {
  const jobId = ctx.newId("job");
  ctx.db.nudge(jobsChannel);
  await ctx.db.run(sql`
      INSERT INTO jobs (tenant_id, job_id, kind, payload, priority, due_at, attempts, claimed_by, last_error, dead_at, created_at)
      VALUES (${ctx.tenantId}, ${jobId}, ${type.name}, ${JSON.stringify(payload ?? null)}, ${jobPriorities[priority]}, ${dueAt}, 0, NULL, NULL, NULL, ${ctx.now})`);
  return jobId;
}
