import type { NamedJobKind } from "../../jobs/job";
import { audiencesAfterToChange } from "../audiences";
import { openVersions } from "../versions";
import { isInFlight, saveLives } from "./audience-life";
import { audiencesAtOnce, type BatchVersions, cancelBatchVersionsJob } from "./jobs";
import { livesOf } from "./lock-audiences";

/** Cancels the versions of a batch that wait or are being built. */
export const cancelBatchVersions: NamedJobKind<BatchVersions> = {
  type: cancelBatchVersionsJob,
  maxAttempts: 5,
  async run(job, { batchId, pageId, upTo }) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const from: string = after;
      after = await job.step(async (ctx) => {
        const audiences = await audiencesAfterToChange(ctx, pageId, { after: from, upTo, limit: audiencesAtOnce });
        const ids = audiences.map(({ audience_id }) => audience_id);
        const open = await openVersions(ctx.db, ctx.tenantId, ids);
        const waiting = open.filter((version) => version.batch_id === batchId && isInFlight(version));
        const concerned = new Set(waiting.map(({ audience_id }) => audience_id));
        const lives = livesOf(
          ctx,
          audiences.filter(({ audience_id }) => concerned.has(audience_id)),
          open,
        );
        const lifeOf = new Map(lives.map((life) => [life.audience.audience_id, life]));
        for (const version of waiting) lifeOf.get(version.audience_id)?.cancel(version, "Its batch was cancelled");
        await saveLives(ctx, lives);
        return audiences.length < audiencesAtOnce ? undefined : ids.at(-1);
      });
    }
  },
};
