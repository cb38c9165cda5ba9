import { toTimestamp } from "../../contract";
import { type ListedJob, newestDeadJobs, nextJobs } from "../../server/jobs/dead-letters";
import { tenantIdentifier } from "../../server/records/tenant-ids";
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
      tenantIdentifier(job.tenant_id),
      job.kind,
      job.lane,
      stateOf(job),
      String(job.attempts),
      day(job.dead_at ?? job.due_at),
      job.last_error ?? "",
    ]);
    const heading = options.dead ? "DIED" : "DUE";
    const rest = found.length > maxListed ? `\nand more: these are the first ${maxListed}` : "";
    return {
      text: grid(["JOB", "TENANT", "KIND", "LANE", "STATE", "ATTEMPTS", heading, "LAST ERROR"], lines) + rest,
      data: { jobs: jobs.map((job) => toData(job)), more: found.length > maxListed },
    };
  },
});

function stateOf({ dead_at, claimed_by }: ListedJob): string {
  if (dead_at !== null) return "dead";
  return claimed_by !== null ? "running" : "waiting";
}

function toData(job: ListedJob): Record<string, unknown> {
  return {
    jobId: job.job_id,
    tenantId: tenantIdentifier(job.tenant_id),
    kind: job.kind,
    lane: job.lane,
    state: stateOf(job),
    attempts: job.attempts,
    dueAt: toTimestamp(job.due_at),
    lastError: job.last_error,
    deadAt: job.dead_at === null ? null : toTimestamp(job.dead_at),
  };
}
