import type { NamedJobKind } from "../../jobs/job";
import { idAt } from "../../records/ids";
import { audiencesAfterToChange } from "../audiences";
import { openVersions } from "../versions";
import { saveLives } from "./audience-life";
import { type BatchRow, findBatch, updateBatch } from "./batch-queries";
import { type VersionBatchWalk, walkVersionBatchJob } from "./jobs";
import { livesOf } from "./lock-audiences";

/** Few enough that requests don't wait long, enough to share the cost of a commit. */
const audiencesAtOnce = 50;

/** Adds a version to each audience of a page, and enqueues one build job for each group of audiences. */
export const walkVersionBatch: NamedJobKind<VersionBatchWalk> = {
  type: walkVersionBatchJob,
  maxAttempts: 5,
  async run(job, { batchId, upTo = idAt("audience", batchId) }) {
    const batch = await findBatch(job.db, job.tenantId, batchId);
    if (!batch || batch.walked_at !== null) return;
    let walked: BatchRow = batch;
    for (let isLast = false; !isLast; ) {
      const before = walked;
      walked = await job.step(async (ctx) => {
        const audiences = await audiencesAfterToChange(ctx, before.page_id, {
          after: before.walked_to,
          upTo,
          limit: audiencesAtOnce,
        });
        const ids = audiences.map(({ audience_id }) => audience_id);
        const lives = livesOf(ctx, audiences, await openVersions(ctx.db, ctx.tenantId, ids));
        for (const life of lives) life.add({ batchId });
        const made = before.made + audiences.length;
        const row = {
          ...before,
          made,
          total: Math.max(before.total, made),
          walked_to: audiences.at(-1)?.audience_id ?? before.walked_to,
        };
        await Promise.all([saveLives(ctx, lives, "bulk"), updateBatch(ctx, row)]);
        return row;
      });
      isLast = walked.made - before.made < audiencesAtOnce;
    }
    // Audiences may have been archived or restored since the batch started.
    await job.finish((ctx) => updateBatch(ctx, { ...walked, total: walked.made, walked_at: ctx.now }));
  },

  /** Ends the batch with the versions made so far. */
  async onDead(ctx, { batchId }) {
    const batch = await findBatch(ctx.db, ctx.tenantId, batchId);
    if (batch) await updateBatch(ctx, { ...batch, total: batch.made, walked_at: ctx.now });
  },
};
