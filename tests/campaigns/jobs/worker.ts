import type { JobKind } from "../../../server/jobs/job";
import { createJobRunner } from "../../../server/jobs/runner";
import { createIds } from "../../../server/records/ids";
import { openDatabase } from "../../../server/storage/open";
import { createLog } from "../../../server/telemetry/log";
import { leaveEffect } from "../../support/service/jobs";
import { testSite } from "../../support/service/site";

/** A process that runs jobs and nothing else; `WorkerOptions` as JSON is its one argument. */
export interface WorkerOptions {
  databaseUrl: string | undefined;
  dataFolder: string;
  leaseMs: number;
}

/** So that being killed now and then kills no job for good. */
const maxAttempts = 1_000;
const shortMs = 10;
const longMs = 200;

/** Leaves an effect in its last step, after a while in which its process may end. */
const short: JobKind<string> = {
  maxAttempts,
  async run(ctx, name) {
    await Bun.sleep(Math.random() * shortMs * 2);
    await ctx.finish((writing) => leaveEffect(writing, name));
  },
};

/** Leaves one in every step, each with the attempt it is of. */
const long: JobKind<string> = {
  maxAttempts,
  async run(ctx, name) {
    await ctx.step((writing) => leaveEffect(writing, `${name} begun ${ctx.attempt}`));
    await Bun.sleep(longMs);
    await ctx.step((writing) => leaveEffect(writing, `${name} stepped ${ctx.attempt}`));
    await ctx.finish((writing) => leaveEffect(writing, `${name} finished ${ctx.attempt}`));
  },
};

export const campaignKinds = { short, long };

if (import.meta.main) {
  const { leaseMs, ...storage } = JSON.parse(process.argv[2] as string) as WorkerOptions;
  const clock = Date.now;
  createJobRunner({
    db: openDatabase(storage),
    log: createLog((text) => process.stdout.write(text), clock),
    clock,
    newId: createIds(clock),
    site: testSite,
    kinds: campaignKinds,
    recurring: [],
    leaseMs,
  });
}
