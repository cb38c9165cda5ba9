import { idAt } from "../../ids";
import type { JobKind } from "../../jobs/job";
import { audiencesAfterToChange } from "../audiences";
import { type BatchRow, findBatch, updateBatch } from "./batch-queries";
import { livesOf } from "./hold";
import { saveLives } from "./life";

/** Few enough for requests to come in between, enough to share a commit. */
const audiencesAtOnce = 100;

/** Goes through the audiences of a page; each gets a version, and each group of them one job that builds it. */
export const walkVersionBatch: JobKind<{ batchId: string }> = {
  maxAttempts: 5,
  async run(job, { batchId }) {
    let batch = await findBatch(job.db, job.tenantId, batchId);
    while (batch && batch.walked_at === null) {
      const { page_id, walked_to }: BatchRow = batch;
      const before: BatchRow = batch;
      batch = await job.step(async (ctx) => {
        const audiences = await audiencesAfterToChange(ctx, page_id, {
          after: walked_to,
          upTo: idAt("audience", batchId),
          limit: audiencesAtOnce,
        });
        const lives = await livesOf(ctx, audiences);
        for (const life of lives) life.add({ batchId });
        const made = before.made + audiences.length;
        const isLast = audiences.length < audiencesAtOnce;
        const walked: BatchRow = {
          ...before,
          made,
          // Some may have been archived or restored since it was counted.
          total: isLast ? made : Math.max(before.total, made),
          walked_to: audiences.at(-1)?.audience_id ?? walked_to,
          walked_at: isLast ? ctx.now : null,
        };
        await Promise.all([saveLives(ctx, lives, "bulk"), updateBatch(ctx, walked)]);
        return walked;
      });
    }
  },
};
