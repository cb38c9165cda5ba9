import type { Writing } from "../../context";
import { type JobContext, jobType, type NamedJobKind } from "../../jobs/job";
import { allTenants, bytesAtOnce } from "../tenants";
import { removeUnusedParts, removeUnusedSets } from "../versions";

/** Few enough for requests to come in between. */
const rowsAtOnce = 200;

export const removeUnusedPartsJob = jobType<null>("removeUnusedParts", "upkeep");

/** Removes what documents and pages shared and no version refers to any more, of every tenant. */
export const removeUnusedSharedParts: NamedJobKind<null> = {
  type: removeUnusedPartsJob,
  maxAttempts: 5,
  async run(job) {
    for (const { tenant_id: tenantId } of await allTenants(job.db)) {
      await walk(job, tenantId, removeUnusedSets);
      await walk(job, tenantId, removeUnusedParts);
    }
  },
};

type RemoveSome = (ctx: Writing, step: { after: string; limit: number; bytes: number }) => Promise<string | undefined>;

async function walk(job: JobContext, tenantId: string, removeSome: RemoveSome): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    after = await job.step((ctx) => removeSome({ ...ctx, tenantId }, { after: from, limit: rowsAtOnce, bytes: bytesAtOnce }));
  }
}
