import { attemptJob } from "../../../server/jobs/attempt";
import { type ClaimedJob, claimJobs } from "../../../server/jobs/claim";
import type { JobContext, JobKind } from "../../../server/jobs/job";
import { lanes } from "../../../server/jobs/lanes";
import { jobKinds } from "../../../server/main";
import { createIds } from "../../../server/records/ids";
import { sql } from "../../../server/storage/sql";
import type { TestService } from "./service";
import { testSite } from "./site";

/** A job that was begun; one that builds stops where what it built is about to be written. */
export interface Begun {
  tenantId: string;
  kind: string;
  payload: { versions: { versionId: string }[] } & { batchId: string };
  /** Lets it go on to its end. */
  finish(): Promise<void>;
}

/** Runs the jobs of a service that runs none itself, one at a time and as far as the test wants. */
export class JobsByHand {
  readonly #newId: ReturnType<typeof createIds>;
  #claims = 0;
  /** The tenant whose turn it was last, in each lane. */
  readonly #after = new Map<string, string>();

  /** `behindMs`: as a process on another machine would, whose clock is so much slower. */
  constructor(
    readonly service: TestService,
    behindMs = 0,
  ) {
    this.#newId = createIds(() => service.clock() - behindMs);
  }

  /** The next that is due; undefined when none is. */
  async begin(): Promise<Begun | undefined> {
    const job = await this.#claim();
    if (!job) return undefined;
    const stop = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const pausing = (job: JobContext): JobContext => ({
      ...job,
      async finish(work) {
        stop.resolve();
        await goOn.promise;
        return job.finish(work);
      },
    });
    const ended = this.#attempt(job, pausing);
    await Promise.race([stop.promise, ended]);
    const finish = () => {
      goOn.resolve();
      return ended;
    };
    return { tenantId: job.tenant_id, kind: job.kind, payload: JSON.parse(job.payload), finish };
  }

  /** All that is due, and what comes of it. */
  async finishAll(): Promise<void> {
    for (let begun = await this.begin(); begun; begun = await this.begin()) await begun.finish();
  }

  /** As if the processes that have begun jobs had ended, and others had noticed. */
  async loseLeases(): Promise<void> {
    await this.service.db.transaction((tx) =>
      tx.run(sql`UPDATE jobs SET ready = 1, claimed_by = NULL WHERE claimed_by IS NOT NULL`),
    );
  }

  /** Those that somebody waits for come first. */
  async #claim(): Promise<ClaimedJob | undefined> {
    const { db } = this.service;
    const kinds = Object.keys(jobKinds);
    for (const lane of lanes) {
      const claimedBy = `by hand ${++this.#claims}`;
      const [claimed] = (
        await claimJobs(db, { demands: [{ lane, atMost: 1, after: this.#after.get(lane) ?? "" }], kinds, claimedBy })
      ).lanes;
      this.#after.set(lane, claimed?.after ?? "");
      if (claimed?.jobs[0]) return claimed.jobs[0];
    }
    return undefined;
  }

  async #attempt(job: ClaimedJob, pausing: (job: JobContext) => JobContext): Promise<void> {
    const { db, log, clock } = this.service;
    const kind = jobKinds[job.kind] as JobKind<never>;
    const kinds = { [job.kind]: { ...kind, run: (ctx: JobContext, payload: never) => kind.run(pausing(ctx), payload) } };
    const parts = {
      db,
      log,
      clock,
      site: testSite,
      newId: this.#newId,
      kinds,
      recurring: [],
      stopped: new AbortController().signal,
    };
    await attemptJob(parts, job);
  }
}
