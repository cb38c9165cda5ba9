import { randomUUID } from "node:crypto";
import { maxStreamsPerTenant } from "../../../contract";
import type { Database, Transaction } from "../../storage/port";
import { sql, sqlRows } from "../../storage/sql";

/** How long the streams of a killed process still count. */
const staleMs = 15_000;
/** How soon other processes know of streams that have ended. */
const tellMs = 1_000;
/** Every fifth time, the streams of all tenants are written, so that other processes don't take them for stale. */
const tellAllEvery = 5;

/** The open streams of each tenant, over all processes of a database. */
export class StreamCounts {
  readonly #db: Database;
  readonly #processId = randomUUID();
  /** The streams of this process, by tenant. */
  readonly #open = new Map<string, number>();
  /** Streams that are being added, by tenant. */
  readonly #adding = new Map<string, number>();
  /** The database counts more streams of these tenants than there are. */
  readonly #fewer = new Set<string>();
  readonly #timer: ReturnType<typeof setInterval>;
  #told = Promise.resolve();
  #isTelling = false;
  #times = 0;

  constructor(db: Database) {
    this.#db = db;
    this.#timer = setInterval(() => this.#tellSoon(), tellMs);
  }

  /** False when the tenant has as many as it may. Otherwise `remove` follows. */
  async add(tenantId: string): Promise<boolean> {
    // Each of several streams that are opened at the same time counts.
    const openStreams = change(this.#open, tenantId, 1);
    change(this.#adding, tenantId, 1);
    let fits = false;
    try {
      // A write that has begun may have an older number.
      await this.#told;
      fits = openStreams <= maxStreamsPerTenant && (await this.#fits(tenantId, openStreams));
    } finally {
      change(this.#adding, tenantId, -1);
      if (!fits) this.remove(tenantId);
    }
    return fits;
  }

  remove(tenantId: string): void {
    change(this.#open, tenantId, -1);
    this.#fewer.add(tenantId);
  }

  /** To be called when all have ended. */
  close(): void {
    clearInterval(this.#timer);
    void this.#told.then(() => this.#tellSoon());
  }

  #fits(tenantId: string, openStreams: number): Promise<boolean> {
    const { now } = this.#db.dialect;
    return this.#db.transaction(async (tx) => {
      await tx.lock(`event streams of ${tenantId}`);
      const row = await tx.first<{ streams: number }>(sql`
        SELECT CAST(coalesce(sum(streams), 0) AS INTEGER) AS streams FROM event_streams
        WHERE tenant_id = ${tenantId} AND process_id <> ${this.#processId} AND seen_at > ${now} - ${staleMs}`);
      if ((row?.streams ?? 0) + openStreams > maxStreamsPerTenant) return false;
      await this.#put(tx, [tenantId]);
      return true;
    });
  }

  #tellSoon(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#told = this.#tell().finally(() => {
      this.#isTelling = false;
    });
  }

  /** What can't be told now is told later. A tenant whose stream is being added is told then. */
  async #tell(): Promise<void> {
    this.#times += 1;
    const all = this.#times % tellAllEvery === 0 ? [...this.#fewer, ...this.#open.keys()] : this.#fewer;
    const tenants = [...new Set(all)].filter((tenantId) => !this.#adding.has(tenantId));
    if (tenants.length === 0) return;
    for (const tenantId of tenants) this.#fewer.delete(tenantId);
    const { now } = this.#db.dialect;
    const told = this.#db.transaction(async (tx) => {
      await this.#put(tx, tenants);
      await tx.run(sql`
        DELETE FROM event_streams WHERE seen_at < ${now} - ${staleMs} OR (process_id = ${this.#processId} AND streams = 0)`);
    });
    await told.catch(() => {
      for (const tenantId of tenants) this.#fewer.add(tenantId);
    });
  }

  /** All values are texts, because PostgreSQL can't tell the types of such a list. */
  async #put(tx: Transaction, tenants: readonly string[]): Promise<void> {
    const { now } = this.#db.dialect;
    const open = tenants.map((tenantId) => [tenantId, String(this.#open.get(tenantId) ?? 0)]);
    for (const rows of sqlRows(open)) {
      await tx.run(sql`
        INSERT INTO event_streams (tenant_id, process_id, streams, seen_at)
        SELECT column1, ${this.#processId}, CAST(column2 AS INTEGER), ${now} FROM (VALUES ${rows}) AS open WHERE true
        ON CONFLICT (tenant_id, process_id) DO UPDATE SET streams = excluded.streams, seen_at = excluded.seen_at`);
    }
  }
}

function change(counts: Map<string, number>, tenantId: string, step: 1 | -1): number {
  const count = (counts.get(tenantId) ?? 0) + step;
  if (count === 0) counts.delete(tenantId);
  else counts.set(tenantId, count);
  return count;
}
