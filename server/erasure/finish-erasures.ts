import type { Reading, Writing } from "../context";
import { eachInTurn, eachTenant, sweepTenants } from "../features/tenants";
import { type JobContext, jobType, type NamedJobKind } from "../jobs/job";
import { erasedChannel } from "../storage/signals";
import { sql } from "../storage/sql";
import { rowsAtOnce, takeStep } from "./erase-person";
import { removeOldTombstones, tombstoneMs } from "./former-identifiers";
import { indexSomeEvents } from "./index-events";
import { findInterrupted } from "./queries";

/** Longer than a request takes a step. */
const interruptedMs = 30_000;
/** More are left to the next run of the job. */
const erasuresAtOnce = 1_000;

export const finishErasuresJob = jobType<null>("finishErasures", "upkeep");

/** Indexes events from before, ends erasures that were interrupted, and removes what is kept for a minute after one. */
export const finishErasures: NamedJobKind<null> = {
  type: finishErasuresJob,
  maxAttempts: 5,
  run: (job) =>
    eachInTurn(
      [
        () => sweepTenants(job, { isDue, remove: sweepSome }),
        () => eachTenant(job, (tenantId) => finishInterrupted(job, tenantId)),
      ],
      (work) => work(),
    ),
};

async function isDue({ db, tenantId, now }: Reading): Promise<boolean> {
  const due = await db.first(sql`
    SELECT 1 AS found FROM unindexed_events WHERE tenant_id = ${tenantId}
    UNION ALL SELECT 1 FROM erased_identifiers WHERE tenant_id = ${tenantId} AND erased_at <= ${now - tombstoneMs} LIMIT 1`);
  return due !== undefined;
}

/** One short transaction. True when there is more to do. */
async function sweepSome(ctx: Writing): Promise<boolean> {
  if ((await indexSomeEvents(ctx, rowsAtOnce)) !== undefined) return true;
  const removed = await removeOldTombstones(ctx, rowsAtOnce);
  // A minute after erasures, and once for all of them.
  if (removed > 0) await ctx.db.signal(erasedChannel);
  return removed === rowsAtOnce;
}

async function finishInterrupted(job: JobContext, tenantId: string): Promise<void> {
  const interrupted = await findInterrupted(job.db, tenantId, job.clock() - interruptedMs, erasuresAtOnce);
  await eachInTurn(interrupted, async (personId) => {
    while ((await job.step((ctx) => takeStep({ ...ctx, tenantId }, personId))) === "more");
  });
}
