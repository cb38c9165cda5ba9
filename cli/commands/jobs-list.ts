import { toTimestamp } from "../../contract";
import { type ListedJob, newestDeadJobs, nextJobs } from "../../server/jobs/dead-letters";
import { command } from "../command";
import { day, grid } from "../grid";

const maxListed = 1_000;

export const jobsList = command({
  name: "jobs list",
  positionals: [],
  options: { dead: "switch" },
  usage: "[--dead]",
  about: "list what is waiting or running, or the dead letters, of all tenants",
  async run(ctx, { options }) {
    const db = await ctx.database();
    const found = await (options.dead ? newestDeadJobs : nextJobs)(db, maxListed + 1);
    const jobs = found.slice(0, maxListed);
    const lines = jobs.map((job) => [
      job.job_id,
      job.tenant_id,
      job.kind,
      stateOf(job, ctx.now),
      String(job.attempts),
      day(job.dead_at ?? job.due_at),
      job.last_error ?? "",
    ]);
    const heading = options.dead ? "DIED" : "DUE";
    const rest = found.length > maxListed ? `\nand more: these are the first ${maxListed}` : "";
    return {
      text: grid(["JOB", "TENANT", "KIND", "STATE", "ATTEMPTS", heading, "LAST ERROR"], lines) + rest,
      data: { jobs: jobs.map((job) => toData(job, ctx.now)), more: found.length > maxListed },
    };
  },
});

function stateOf({ dead_at, claimed_by, due_at }: ListedJob, now: number): string {
  if (dead_at !== null) return "dead";
  return claimed_by !== null && due_at > now ? "running" : "waiting";
}

function toData(job: ListedJob, now: number): Record<string, unknown> {
  return {
    jobId: job.job_id,
    tenantId: job.tenant_id,
    kind: job.kind,
    state: stateOf(job, now),
    attempts: job.attempts,
    dueAt: toTimestamp(job.due_at),
    lastError: job.last_error,
    deadAt: job.dead_at === null ? null : toTimestamp(job.dead_at),
  };
}
