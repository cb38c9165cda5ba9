import { enqueueJob } from "../../jobs/enqueue";
import { type JobContext, jobType, type NamedJobKind } from "../../jobs/job";
import { hasDueVisit } from "../../visits/due-visits";
import { computeVisitsJob } from "../../visits/record-events";
import { areRulesApplied, hasOldVisits, makeSomeDue, noteRules, removeOldVisits } from "../../visits/remove-old-visits";
import { settingsOf } from "../settings";
import { allTenants } from "../tenants";

export const endVisitsJob = jobType<null>("endVisits", "visits");

/** Has visits computed that are over, and all of them when the rules have changed; removes raw events that are old. */
export const endVisits: NamedJobKind<null> = {
  type: endVisitsJob,
  maxAttempts: 5,
  async run(job) {
    const isUpToDate = await areRulesApplied(job.db);
    for (const { tenant_id: tenantId } of await allTenants(job.db)) {
      if (!isUpToDate) await makeAllDue(job, tenantId);
      const reading = { db: job.db, tenantId, now: job.clock(), site: job.site };
      if (await hasDueVisit(job.db, tenantId, reading.now)) {
        await job.step((ctx) => enqueueJob({ ...ctx, tenantId }, computeVisitsJob, null));
      }
      const { rawEventDays } = await settingsOf(job.db, tenantId);
      if (!(await hasOldVisits(reading, rawEventDays))) continue;
      while ((await job.step((ctx) => removeOldVisits({ ...ctx, tenantId }, rawEventDays))) > 0);
    }
    if (!isUpToDate) await job.finish(noteRules);
  },
};

async function makeAllDue(job: JobContext, tenantId: string): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    after = await job.step((ctx) => makeSomeDue({ ...ctx, tenantId }, from));
  }
}
