import { enqueueJob } from "../../jobs/enqueue";
import { type JobContext, jobType, type NamedJobKind } from "../../jobs/job";
import { hasDueVisit } from "../../visits/due-visits";
import { computeVisitsJob } from "../../visits/record-events";
import {
  areRulesApplied,
  bringForward,
  hasOldVisits,
  hasTooLate,
  makeSomeDue,
  noteRules,
  removeOldVisits,
} from "../../visits/remove-old-visits";
import { settingsOf } from "../settings";
import { eachTenant } from "../tenants";

export const endVisitsJob = jobType<null>("endVisits", "visits");

/** Transactions that remove a tenant's old visits in one run: meanwhile nobody's visits end. The next run goes on. */
const removalsInARun = 200;

/** Has visits computed that are over, and all of them when the rules have changed; removes raw events that are old. */
export const endVisits: NamedJobKind<null> = {
  type: endVisitsJob,
  maxAttempts: 5,
  async run(job) {
    await eachTenant(job, async (tenantId) => {
      const now = { db: job.db, tenantId, now: job.clock(), site: job.site };
      if (await hasTooLate(now)) await job.step((ctx) => bringForward({ ...ctx, tenantId }));
      if (await hasDueVisit(job.db, tenantId, now.now)) await compute(job, tenantId);
    });
    const isUpToDate = await areRulesApplied(job.db);
    if (!isUpToDate) {
      await eachTenant(job, (tenantId) => computeAll(job, tenantId));
      await job.step(noteRules);
    }
    await eachTenant(job, (tenantId) => removeOld(job, tenantId));
  },
};

async function compute(job: JobContext, tenantId: string): Promise<void> {
  await job.step((ctx) => enqueueJob({ ...ctx, tenantId }, computeVisitsJob, null));
}

async function computeAll(job: JobContext, tenantId: string): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    after = await job.step((ctx) => makeSomeDue({ ...ctx, tenantId }, from));
  }
  await compute(job, tenantId);
}

async function removeOld(job: JobContext, tenantId: string): Promise<void> {
  const { rawEventDays } = await settingsOf(job.db, tenantId);
  if (!(await hasOldVisits({ db: job.db, tenantId, now: job.clock(), site: job.site }, rawEventDays))) return;
  for (let removals = 0; removals < removalsInARun; removals += 1) {
    if ((await job.step((ctx) => removeOldVisits({ ...ctx, tenantId }, rawEventDays))) === 0) return;
  }
}
