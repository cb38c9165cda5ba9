import { trashRetentionDays } from "../../../contract";
import { jobType, type NamedJobKind } from "../../jobs/job";
import { sweepTenants } from "../tenants";
import { deleteForGood } from "./delete-for-good";
import { hasTrashedBefore, longestTrashed } from "./queries";

const retentionMs = trashRetentionDays * 86_400_000;
/** Small, so that requests don't wait long. */
const assetsAtOnce = 20;

export const purgeTrashJob = jobType<null>("purgeTrash", "upkeep");

/** Deletes for good what has been in the trash for the retention time, for every tenant. */
export const purgeTrash: NamedJobKind<null> = {
  type: purgeTrashJob,
  maxAttempts: 5,
  run: (job) =>
    sweepTenants(job, {
      isDue: (ctx) => hasTrashedBefore(ctx, ctx.now - retentionMs),
      async remove(ctx) {
        const purged = await deleteForGood(ctx, await longestTrashed(ctx, ctx.now - retentionMs, assetsAtOnce));
        return purged.length === assetsAtOnce;
      },
    }),
};
