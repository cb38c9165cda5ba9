import { trashRetentionDays } from "../../../contract";
import type { JobKind } from "../../jobs/job";
import { allTenants } from "../tenants";
import { deleteForGood } from "./delete-for-good";
import { longestTrashed } from "./queries";

const dayMs = 86_400_000;
/** Few enough that requests come in between. */
const assetsAtOnce = 20;

/** Deletes for good what has been in the trash for its time, of every tenant. */
export const purgeTrash: JobKind<Record<string, never>> = {
  maxAttempts: 5,
  async run(ctx) {
    const before = ctx.clock() - trashRetentionDays * dayMs;
    for (const { tenant_id: tenantId } of await allTenants(ctx.db)) {
      for (let purged = assetsAtOnce; purged === assetsAtOnce; ) {
        purged = await ctx.step(async (step) => {
          const own = { ...step, tenantId };
          return (await deleteForGood(own, await longestTrashed(own, before, assetsAtOnce))).length;
        });
      }
    }
  },
};
