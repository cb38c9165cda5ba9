import type { Writing } from "../../context";
import { enqueueJob } from "../../jobs/enqueue";
import type { JobContext, NamedJobKind } from "../../jobs/job";
import { idAt } from "../../records/ids";
import { audiencesAfterToChange } from "../audiences";
import { openVersions } from "../versions";
import { saveLives } from "./audience-life";
import { type BatchRow, endedEarly, findBatch, findBatchToChange, updateBatch } from "./batch-queries";
import { audiencesAtOnce, type VersionBatchWalk, walkVersionBatchJob } from "./jobs";
import { livesOf } from "./lock-audiences";

/** Few enough that other tenants soon have their turn, enough to keep several builders busy. */
const groupsAtOnce = 4;

/**
 * Adds a version to each audience of a page, and enqueues one build job for each group of audiences. A job walks a few groups
 * and leaves the rest to another one, which waits behind their build jobs: so a tenant never has many jobs because of a batch.
 */
export const walkVersionBatch: NamedJobKind<VersionBatchWalk> = {
  type: walkVersionBatchJob,
  maxAttempts: 5,
  async run(job, { batchId, upTo = idAt("audience", batchId) }) {
    let batch = await findBatch(job.db, job.tenantId, batchId);
    if (!batch || batch.walked_at !== null) return;
    for (let group = 1; group <= groupsAtOnce; group += 1) {
      const walked = await walkGroup(job, batch, upTo);
      if (!walked) return;
      const isLast = walked.made - batch.made < audiencesAtOnce;
      // Audiences may have been archived or restored since the batch started.
      if (isLast) return job.finish((ctx) => endBatch(ctx, walked));
      batch = walked;
    }
    await job.finish((ctx) => enqueueJob(ctx, walkVersionBatchJob, { batchId, upTo }));
  },

  /** Ends the batch with the versions made so far. */
  async onDead(ctx, { batchId }) {
    const batch = await findBatchToChange(ctx, batchId);
    if (batch) await updateBatch(ctx, endedEarly(batch, ctx.now));
  },
};

async function endBatch(ctx: Writing, walked: BatchRow): Promise<void> {
  const batch = await findBatchToChange(ctx, walked.batch_id);
  if (batch?.walked_at === null) await updateBatch(ctx, { ...walked, total: walked.made, walked_at: ctx.now });
}

/** Undefined when the batch was cancelled. */
function walkGroup(job: JobContext, before: BatchRow, upTo: string): Promise<BatchRow | undefined> {
  const { batch_id: batchId, page_id: pageId, walked_to: after } = before;
  return job.step(async (ctx) => {
    // Locked first, so that a cancellation finds every version that was added.
    const batch = await findBatchToChange(ctx, batchId);
    if (batch?.walked_at !== null) return undefined;
    const audiences = await audiencesAfterToChange(ctx, pageId, { after, upTo, limit: audiencesAtOnce });
    const ids = audiences.map(({ audience_id }) => audience_id);
    const lives = livesOf(ctx, audiences, await openVersions(ctx.db, ctx.tenantId, ids));
    for (const life of lives) life.add({ batchId });
    const made = before.made + audiences.length;
    const walked = { ...before, made, total: Math.max(before.total, made), walked_to: audiences.at(-1)?.audience_id ?? after };
    await Promise.all([saveLives(ctx, lives), updateBatch(ctx, walked)]);
    return walked;
  });
}
