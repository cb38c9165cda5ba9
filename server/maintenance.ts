import { eventRetentionDays } from "../contract";
import { allTenants } from "./features/tenants";
import { idempotencyTtlMs } from "./http/idempotency";
import { lowestId } from "./ids";
import type { Log } from "./log";
import type { Database, Transaction } from "./storage/port";
import { sql } from "./storage/sql";

const sweepEveryMs = 60_000;
const rowsAtOnce = 1_000;
const dayMs = 86_400_000;

/** Removes what has outlived its time, in small transactions so that requests come in between. */
export async function sweep(db: Database, now: number): Promise<void> {
  const oldestEvent = lowestId("event", now - eventRetentionDays * dayMs);
  for (const { tenant_id } of await allTenants(db)) {
    await repeatedly(db, (tx) =>
      tx.run(sql`
        DELETE FROM events WHERE tenant_id = ${tenant_id} AND event_id IN (
          SELECT event_id FROM events WHERE tenant_id = ${tenant_id} AND event_id < ${oldestEvent} ORDER BY event_id LIMIT ${rowsAtOnce})`),
    );
    await repeatedly(db, (tx) =>
      tx.run(sql`
        DELETE FROM idempotency WHERE tenant_id = ${tenant_id} AND (operation, idempotency_key) IN (
          SELECT operation, idempotency_key FROM idempotency
          WHERE tenant_id = ${tenant_id} AND created_at <= ${now - idempotencyTtlMs} ORDER BY created_at LIMIT ${rowsAtOnce})`),
    );
  }
}

async function repeatedly(db: Database, remove: (tx: Transaction) => Promise<number>): Promise<void> {
  while ((await db.transaction(remove)) === rowsAtOnce);
}

export function startSweeping(db: Database, clock: () => number, log: Log): () => void {
  let running = false;
  const timer = setInterval(async () => {
    if (running) return;
    running = true;
    await sweep(db, clock()).catch((error) => log.error("sweep failed", error));
    running = false;
  }, sweepEveryMs);
  return () => clearInterval(timer);
}
