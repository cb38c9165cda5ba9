import { columns, integer, optionalText, type RowOf, text } from "../storage/columns";
import type { Dialect } from "../storage/dialects";
import type { Database, Reader, Transaction } from "../storage/port";
import { among, amongRows, nothing, sql } from "../storage/sql";
import { nextDueInMs, readyDueJobs } from "./delayed";
import { queueTransaction } from "./queue-transaction";

const claimedColumns = columns({
  tenant_id: text,
  job_id: text,
  kind: text,
  payload: text,
  /** Claims so far, this one included. */
  attempts: integer,
  last_error: optionalText,
  /** Names this claim alone, so that an older claim of the same job changes nothing. */
  claimed_by: text,
});
export type ClaimedJob = RowOf<typeof claimedColumns>;

/** What is to be claimed in one lane. */
export interface LaneDemand {
  lane: string;
  atMost: number;
  /** The tenant whose turn it was last; empty when no other waits. */
  after: string;
  /** Of a lane where some slots are to stay free. */
  room?: LaneRoom;
}

export interface LaneRoom {
  freeSlots: number;
  /** How many jobs of each tenant are claimed. */
  heldBy: ReadonlyMap<string, number>;
}

export interface LaneClaims {
  jobs: ClaimedJob[];
  after: string;
  /** `locked`: there are jobs, but another process is claiming them. */
  left: "perhaps" | "none" | "locked";
}

interface Claim {
  demands: readonly LaneDemand[];
  kinds: readonly string[];
  claimedBy: string;
}

interface Claimed {
  lanes: LaneClaims[];
  /** When the next delayed job is due; undefined when there is none. */
  nextInMs: number | undefined;
}

/** Claims ready jobs of all tenants, in turn within each lane. In the order of `demands`. */
export function claimJobs(db: Database, { demands, kinds, claimedBy }: Claim): Promise<Claimed> {
  return queueTransaction(db, async (tx) => {
    const claim = { tx, dialect: db.dialect, kinds, claimedBy };
    const look = () => Promise.all(demands.map((each) => nextTenants(tx, each, kinds)));
    const [someDue, found] = await Promise.all([readyDueJobs(tx, db.dialect), look()]);
    const tenants = someDue ? await look() : found;
    const [nextInMs, ...lanes] = await Promise.all([
      nextDueInMs(tx, db.dialect),
      ...demands.map((each, index) => claimInTurn(claim, each, tenants[index] as string[])),
    ]);
    return { lanes, nextInMs: someDue ? 0 : nextInMs };
  });
}

/**
 * The tenants with ready jobs, in the order of their turns: first those after the last one, then from the beginning. One more
 * than can have a turn now, to tell whether a tenant is alone. Skips from tenant to tenant, however many jobs one has.
 */
async function nextTenants(tx: Reader, { lane, atMost, after, room }: LaneDemand, kinds: readonly string[]): Promise<string[]> {
  const full = [...(room?.heldBy.keys() ?? [])].filter((tenantId) => allowance(room, tenantId, 1) === 0);
  const isLeft = full.length === 0 ? nothing : sql`AND NOT (jobs.tenant_id ${among(full)})`;
  const from = (start: string) =>
    tx.all<{ tenant_id: string }>(sql`
      WITH RECURSIVE turns (tenant_id, turn) AS (
        SELECT (
          SELECT tenant_id FROM jobs WHERE ready = 1 AND lane = ${lane} AND tenant_id > ${start} AND kind ${among(kinds)} ${isLeft}
          ORDER BY tenant_id LIMIT 1), 0
        UNION ALL
        SELECT (
          SELECT jobs.tenant_id FROM jobs
          WHERE ready = 1 AND lane = ${lane} AND jobs.tenant_id > turns.tenant_id AND kind ${among(kinds)} ${isLeft}
          ORDER BY jobs.tenant_id LIMIT 1), turn + 1
        FROM turns WHERE turns.tenant_id IS NOT NULL AND turn < ${atMost})
      SELECT tenant_id FROM turns WHERE tenant_id IS NOT NULL ORDER BY turn`);
  const found = await Promise.all((after === "" ? [after] : [after, ""]).map(from));
  return [...new Set(found.flat().map(({ tenant_id }) => tenant_id))];
}

/**
 * How many more jobs a tenant may claim when `tenants` of them claim at once. It never holds more slots than are left free, but
 * always gets one if it has none.
 */
function allowance(room: LaneRoom | undefined, tenantId: string, tenants: number): number {
  if (!room) return Number.POSITIVE_INFINITY;
  const held = room.heldBy.get(tenantId) ?? 0;
  return Math.max(held === 0 ? 1 : 0, Math.floor((room.freeSlots / tenants - held) / 2));
}

interface Claiming {
  tx: Transaction;
  dialect: Dialect;
  kinds: readonly string[];
  claimedBy: string;
}

/** Divides what may be claimed equally. If it does not divide evenly, the first tenants get one more, and the last turn next time. */
async function claimInTurn(claim: Claiming, { lane, atMost, room }: LaneDemand, found: readonly string[]): Promise<LaneClaims> {
  if (found.length === 0) return { jobs: [], after: "", left: "none" };
  const tenants = found.slice(0, atMost);
  const share = Math.floor(atMost / tenants.length);
  const luckier = atMost % tenants.length;
  const shareOf = (index: number) =>
    Math.min(share + Number(index < luckier), allowance(room, tenants[index] as string, tenants.length));
  const claimed = await Promise.all(tenants.map((tenantId, index) => claimOf(claim, lane, tenantId, shareOf(index))));
  const isMore = found.length > tenants.length || claimed.some((jobs, index) => jobs.length === shareOf(index));
  const jobs = alternating(claimed);
  return {
    jobs,
    after: found.length === 1 ? "" : (tenants[(luckier || tenants.length) - 1] as string),
    left: jobs.length === 0 ? "locked" : isMore ? "perhaps" : "none",
  };
}

async function claimOf({ tx, dialect, kinds, claimedBy }: Claiming, lane: string, tenantId: string, atMost: number) {
  const next = sql`
    SELECT job_id FROM jobs WHERE ready = 1 AND lane = ${lane} AND tenant_id = ${tenantId} AND kind ${among(kinds)}
    ORDER BY due_at, job_id LIMIT ${atMost} ${dialect.skipLocked}`;
  const rows = await tx.all<ClaimedJob & { due_at: number }>(sql`
    UPDATE jobs SET ready = 0, attempts = attempts + 1, claimed_by = ${claimedBy}
    WHERE tenant_id = ${tenantId} AND job_id ${amongRows(next)} RETURNING ${claimedColumns.names}, due_at`);
  return rows.sort((one, other) => one.due_at - other.due_at || (one.job_id < other.job_id ? -1 : 1));
}

/** The first of each, then the second of each, and so on. */
function alternating<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
