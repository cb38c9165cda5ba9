import { trashRetentionDays } from "../../../contract";
import { jobType, type NamedJobKind } from "../../jobs/job";
import { rowsAtOnce, sweepTenants } from "../tenants";
import { deleteForGood } from "./delete-for-good";
import { hasTrashedBefore, longestTrashed } from "./queries";

const retentionMs = trashRetentionDays * 86_400_000;
/** Few enough that requests come in between. */
const assetsAtOnce = 20;

export const purgeTrashJob = jobType<null>("purgeTrash");

/** Deletes for good what has been in the trash for its time, of every tenant. */
export const purgeTrash: NamedJobKind<null> = {
  type: purgeTrashJob,
  maxAttempts: 5,
  run: (job) =>
    sweepTenants(job, {
      isDue: (ctx) => hasTrashedBefore(ctx, ctx.now - retentionMs),
      async remove(ctx) {
        const purged = await deleteForGood(ctx, await longestTrashed(ctx, ctx.now - retentionMs, assetsAtOnce));
        // An asset is more than a row: after as many there may be more, as after as many rows.
        return purged.length === assetsAtOnce ? rowsAtOnce : purged.length;
      },
    }),
};
