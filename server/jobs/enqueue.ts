import type { Writing } from "../context";
import { type JobPriority, type JobType, jobPriorities, jobsChannel } from "./job";
import { insertJob } from "./queries";

interface Options {
  priority?: JobPriority;
  /** The earliest time to run it. */
  dueAt?: number;
}

/** Enqueues in the change's own transaction: the job exists if and only if the change does. Returns the job's identifier. */
export async function enqueueJob<Payload>(
  ctx: Writing,
  type: JobType<Payload>,
  payload: Payload,
  { priority = "soon", dueAt = ctx.now }: Options = {},
): Promise<string> {
  const jobId = ctx.newId("job");
  ctx.db.wake(jobsChannel);
  await insertJob(ctx.db, {
    tenantId: ctx.tenantId,
    jobId,
    kind: type.name,
    payload: payload ?? null,
    priority: jobPriorities[priority],
    dueAt,
    now: ctx.now,
  });
  return jobId;
}
