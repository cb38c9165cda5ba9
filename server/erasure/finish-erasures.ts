import type { Reading, Writing } from "../context";
import { sweepTenants, rowsAtOnce as tenantRowsAtOnce } from "../features/tenants";
import { jobType, type NamedJobKind } from "../jobs/job";
import { sql } from "../storage/sql";
import { rowsAtOnce, takeStep } from "./erase-person";
import { removeOldTombstones, tombstoneMs } from "./former-identifiers";
import { indexSomeEvents } from "./index-events";
import { findInterrupted } from "./queries";

/** Longer than a request takes a step. */
const interruptedMs = 30_000;
/** So that the job finds the erasure again for its next step. */
const longAgo = 0;

export const finishErasuresJob = jobType<null>("finishErasures", "upkeep");

/** Indexes events from before, ends erasures that were interrupted, and removes what is kept for a minute after one. */
export const finishErasures: NamedJobKind<null> = {
  type: finishErasuresJob,
  maxAttempts: 5,
  run: (job) => sweepTenants(job, { isDue, remove: async (ctx) => ((await finishSome(ctx)) ? tenantRowsAtOnce : 0) }),
};

async function isDue({ db, tenantId, now }: Reading): Promise<boolean> {
  const due = await db.first(sql`
    SELECT 1 AS found FROM unindexed_events WHERE tenant_id = ${tenantId}
    UNION ALL SELECT 1 FROM erasures WHERE tenant_id = ${tenantId} AND stepped_at < ${now - interruptedMs}
    UNION ALL SELECT 1 FROM erased_identifiers WHERE tenant_id = ${tenantId} AND erased_at <= ${now - tombstoneMs} LIMIT 1`);
  return due !== undefined;
}

/** One short transaction. True when there is more to do. */
async function finishSome(ctx: Writing): Promise<boolean> {
  if ((await indexSomeEvents(ctx, rowsAtOnce)) !== undefined) return true;
  if ((await removeOldTombstones(ctx, rowsAtOnce)) === rowsAtOnce) return true;
  const personId = await findInterrupted(ctx.db, ctx.tenantId, ctx.now - interruptedMs);
  if (personId === undefined) return false;
  await takeStep(ctx, personId, longAgo);
  return true;
}
