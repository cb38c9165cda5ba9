import type { Reading, Writing } from "../../context";
import { LeaseLost } from "../../jobs/attempt";
import type { JobContext } from "../../jobs/job";
import { Unavailable } from "../../storage/port";
import { allTenants } from "./queries";

/** How many rows a sweep removes in one transaction. Small, so that requests don't wait long. */
export const rowsAtOnce = 1_000;
/** Of rows that may be large: SQLite overwrites what it removes, some 5 ms for each megabyte. */
export const bytesAtOnce = 2_000_000;

interface Sweep {
  /** Whether the tenant has anything to remove. Only reads, because most tenants have nothing. */
  isDue(ctx: Reading): Promise<boolean>;
  /** Removes some rows in one short transaction, and tells whether there may be more. */
  remove(ctx: Writing): Promise<boolean>;
}

/** Removes old rows of every tenant, in small steps. */
export async function sweepTenants(job: JobContext, { isDue, remove }: Sweep): Promise<void> {
  const { db, site, clock } = job;
  await eachTenant(job, async (tenantId) => {
    if (!(await isDue({ db, tenantId, now: clock(), site }))) return;
    while (await job.step((ctx) => remove({ ...ctx, tenantId })));
  });
}

export async function eachTenant(job: JobContext, work: (tenantId: string) => Promise<void>): Promise<void> {
  const tenants = await allTenants(job.db);
  await eachInTurn(
    tenants.map(({ tenant_id }) => tenant_id),
    work,
  );
}

/** A failing item does not stop the others: the first failure is thrown after the last item. */
export async function eachInTurn<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof Unavailable) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
