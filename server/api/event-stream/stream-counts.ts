import { randomUUID } from "node:crypto";
import { maxStreamsPerTenant } from "../../../contract";
import type { Database, Transaction } from "../../storage/port";
import { sql } from "../../storage/sql";

/** How long the streams of a process count that has ended without a word. */
const staleMs = 15_000;
const renewMs = 5_000;
/** How soon other processes know of streams that have ended. */
const tellMs = 1_000;

/** The open streams of each tenant, over all processes of a database. */
export class StreamCounts {
  readonly #db: Database;
  readonly #processId = randomUUID();
  /** In this process. */
  readonly #open = new Map<string, number>();
  /** Tenants of which the database knows more streams than there are. */
  readonly #fewer = new Set<string>();
  readonly #timers: ReturnType<typeof setInterval>[];

  constructor(db: Database) {
    this.#db = db;
    this.#timers = [setInterval(() => void this.#tell(), tellMs), setInterval(() => void this.#renew(), renewMs)];
  }

  /** False when the tenant has as many as it may. Otherwise `remove` follows. */
  async add(tenantId: string): Promise<boolean> {
    // Streams that are being opened at the same time have places of their own.
    const place = this.#count(tenantId, 1);
    let fits = false;
    try {
      fits = place <= maxStreamsPerTenant && (await this.#fits(tenantId, place));
    } finally {
      if (!fits) this.remove(tenantId);
    }
    return fits;
  }

  remove(tenantId: string): void {
    this.#count(tenantId, -1);
    this.#fewer.add(tenantId);
  }

  /** To be called when all have ended. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    void this.#tell();
  }

  #count(tenantId: string, step: 1 | -1): number {
    const count = (this.#open.get(tenantId) ?? 0) + step;
    if (count === 0) this.#open.delete(tenantId);
    else this.#open.set(tenantId, count);
    return count;
  }

  #fits(tenantId: string, place: number): Promise<boolean> {
    const { now } = this.#db.dialect;
    return this.#db.transaction(async (tx) => {
      await tx.lock(lockOf(tenantId));
      const row = await tx.first<{ streams: number }>(sql`
        SELECT CAST(coalesce(sum(streams), 0) AS INTEGER) AS streams FROM event_streams
        WHERE tenant_id = ${tenantId} AND process_id <> ${this.#processId} AND seen_at > ${now} - ${staleMs}`);
      if ((row?.streams ?? 0) + place > maxStreamsPerTenant) return false;
      await this.#put(tx, tenantId);
      return true;
    });
  }

  /** What can't be told now is told later. */
  async #tell(): Promise<void> {
    const tenants = [...this.#fewer];
    this.#fewer.clear();
    await this.#write(tenants).catch(() => {
      for (const tenantId of tenants) this.#fewer.add(tenantId);
    });
  }

  /** Also removes what processes have left behind that were killed. */
  async #renew(): Promise<void> {
    if (this.#open.size === 0) return;
    const { now } = this.#db.dialect;
    await this.#write([...this.#open.keys()]).catch(() => {});
    await this.#db
      .transaction((tx) => tx.run(sql`DELETE FROM event_streams WHERE seen_at < ${now} - ${staleMs}`))
      .catch(() => {});
  }

  async #write(tenants: readonly string[]): Promise<void> {
    if (tenants.length === 0) return;
    for (const tenantId of tenants) {
      await this.#db.transaction(async (tx) => {
        await tx.lock(lockOf(tenantId));
        await this.#put(tx, tenantId);
      });
    }
  }

  async #put(tx: Transaction, tenantId: string): Promise<void> {
    const { now } = this.#db.dialect;
    const streams = this.#open.get(tenantId);
    await tx.run(
      streams === undefined
        ? sql`DELETE FROM event_streams WHERE tenant_id = ${tenantId} AND process_id = ${this.#processId}`
        : sql`
            INSERT INTO event_streams (tenant_id, process_id, streams, seen_at)
            VALUES (${tenantId}, ${this.#processId}, ${streams}, ${now})
            ON CONFLICT (tenant_id, process_id) DO UPDATE SET streams = excluded.streams, seen_at = excluded.seen_at`,
    );
  }
}

function lockOf(tenantId: string): string {
  return `event streams of ${tenantId}`;
}
