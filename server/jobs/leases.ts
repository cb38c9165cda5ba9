import type { Database } from "../storage/port";
import { among, sql } from "../storage/sql";
import { jobsChannel } from "./job";
import { queueTransaction, readQueue } from "./queue-transaction";

/**
 * A process that was stopped or busy has not watched meanwhile, so a longer pause between two looks counts as this part of a
 * lease.
 */
const longestPause = 1 / 4;

/** More than all processes together run at the same time. */
const maxWatched = 10_000;

interface Claim {
  tenant_id: string;
  job_id: string;
  claimed_by: string;
  renewals: number;
}

/** Shows other processes that the holder of these claims is alive. */
export async function renewLeases(db: Database, claimedBy: readonly string[]): Promise<void> {
  await queueTransaction(db, (tx) => tx.run(sql`UPDATE jobs SET renewals = renewals + 1 WHERE claimed_by ${among(claimedBy)}`));
}

/**
 * Watches the claims of other processes. A claim that has not been renewed for the length of a lease, as this process
 * measures it, is over. No clock is compared with another one, so none of them needs to be right.
 */
export class LeaseWatch {
  readonly #db: Database;
  readonly #leaseMs: number;
  #watched = new Map<string, { renewals: number; unchangedMs: number }>();
  #lookedAt = 0;

  constructor(db: Database, leaseMs: number) {
    this.#db = db;
    this.#leaseMs = leaseMs;
  }

  /** `held`: claims of this process. Returns how many jobs are ready again. */
  async look(held: ReadonlySet<string>): Promise<number> {
    const claims = await readQueue(this.#db, (tx) =>
      tx.all<Claim>(sql`
        SELECT tenant_id, job_id, claimed_by, renewals FROM jobs WHERE claimed_by IS NOT NULL
        ORDER BY claimed_by LIMIT ${maxWatched}`),
    );
    const now = performance.now();
    const pauseMs = Math.min(now - this.#lookedAt, this.#leaseMs * longestPause);
    this.#lookedAt = now;
    const others = claims.filter(({ claimed_by }) => !held.has(claimed_by));
    const before = this.#watched;
    this.#watched = new Map(
      others.map((claim) => {
        const known = before.get(keyOf(claim));
        const unchangedMs = known?.renewals === claim.renewals ? known.unchangedMs + pauseMs : 0;
        return [keyOf(claim), { renewals: claim.renewals, unchangedMs }];
      }),
    );
    return this.#end(others.filter((claim) => (this.#watched.get(keyOf(claim))?.unchangedMs ?? 0) > this.#leaseMs));
  }

  async #end(claims: readonly Claim[]): Promise<number> {
    if (claims.length === 0) return 0;
    const ended = await this.#db.transaction(async (tx) => {
      const changed = await Promise.all(
        claims.map(({ tenant_id, job_id, claimed_by, renewals }) =>
          tx.run(sql`
            UPDATE jobs SET ready = 1, claimed_by = NULL
            WHERE tenant_id = ${tenant_id} AND job_id = ${job_id} AND claimed_by = ${claimed_by} AND renewals = ${renewals}`),
        ),
      );
      tx.wake(jobsChannel);
      return changed;
    });
    return ended.reduce((all, one) => all + one, 0);
  }
}

/** A process that has taken over a job renews another claim of it. */
function keyOf({ tenant_id, job_id, claimed_by }: Claim): string {
  return `${tenant_id} ${job_id} ${claimed_by}`;
}
