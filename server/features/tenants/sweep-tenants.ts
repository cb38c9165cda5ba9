import type { Reading, Writing } from "../../context";
import type { JobContext } from "../../jobs/job";
import { allTenants } from "./queries";

/** How many rows a sweep removes in one transaction. Small, so that requests don't wait long. */
export const rowsAtOnce = 1_000;
const renewAfterMs = 5_000;

interface Sweep {
  /** Whether the tenant has anything to remove. Only reads, because most tenants have nothing. */
  isDue(ctx: Reading): Promise<boolean>;
  /** Removes up to `rowsAtOnce` rows and returns how many. */
  remove(ctx: Writing): Promise<number>;
}

/** Removes old rows of every tenant, in small steps. */
export async function sweepTenants(job: JobContext, { isDue, remove }: Sweep): Promise<void> {
  const { db, site, clock } = job;
  let renewedAt = clock();
  const step = <Result>(work: (ctx: Writing) => Promise<Result>) => {
    renewedAt = clock();
    return job.step(work);
  };
  for (const { tenant_id: tenantId } of await allTenants(db)) {
    if (clock() - renewedAt > renewAfterMs) await step(async () => {});
    if (!(await isDue({ db, tenantId, now: clock(), site }))) continue;
    while ((await step((ctx) => remove({ ...ctx, tenantId }))) === rowsAtOnce);
  }
}
