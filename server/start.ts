import { createPages, type Pages } from "./delivery/app";
import { createTxtResolver } from "./dns";
import { handlers } from "./features";
import { bootstrap } from "./features/tenants";
import type { Files } from "./files/port";
import { type App, createApp } from "./http/app";
import { createIds } from "./ids";
import { installationSecret } from "./installation";
import { createJobGauges } from "./jobs/gauges";
import { jobKinds } from "./jobs/kinds";
import { recurringJobs } from "./jobs/recurring";
import { createJobRunner } from "./jobs/runner";
import type { Log } from "./log";
import { createMetrics } from "./metrics";
import { createPreviews } from "./previews/pool";
import { createSeal, type Site } from "./site";
import { migrate } from "./storage/migrate";
import type { Database } from "./storage/port";

/** Well below the time that a stop may take in all. */
const jobsDrainMs = 6_000;

interface Parts {
  db: Database;
  files: Files;
  log: Log;
  clock: () => number;
  rateLimit: number;
  maxUploadBytes: number;
  publicUrl: string;
  pagesUrl: string;
  apiKey: string | undefined;
  /** The machine's own unless given. */
  resolveTxt?: Site["resolveTxt"];
  /** How much memory live pages may take; a good measure unless given. */
  pageCacheBytes?: number;
  /** False leaves jobs to other processes on the same database. */
  runsJobs?: boolean;
}

export interface Service {
  app: App;
  /** What visitors reach, on a listener of its own. */
  pages: Pages;
  /** The first key, when it was made just now. */
  firstKey: string | undefined;
  /** Ready goes red; requests are still answered, and no job is begun any more. */
  drain(): void;
  /** After the last answer. */
  close(): Promise<void>;
}

/** Everything but the socket. */
export async function startService(parts: Parts): Promise<Service> {
  const { db, files, log, clock, rateLimit, maxUploadBytes, publicUrl, pagesUrl, apiKey } = parts;
  const { resolveTxt = createTxtResolver(), runsJobs = true } = parts;
  await migrate(db);
  const newId = createIds(clock);
  const firstKey = await bootstrap({ db, now: clock(), newId, givenKey: apiKey });
  const previews = createPreviews();
  const seal = createSeal(await installationSecret(db));
  const site: Site = { publicUrl, pagesUrl, seal, resolveTxt, files, previews };
  let accepting = true;
  const pages = createPages({
    db,
    site,
    log,
    clock,
    newId,
    accepting: () => accepting,
    ...(parts.pageCacheBytes !== undefined && { cacheBytes: parts.pageCacheBytes }),
  });
  const app = createApp({
    db,
    handlers,
    clock,
    newId,
    log,
    rateLimit,
    maxUploadBytes,
    site,
    metrics: createMetrics(),
    jobGauges: createJobGauges(db, Object.keys(jobKinds), clock),
    pageGauges: pages.gauges,
    accepting: () => accepting,
  });
  const jobs = runsJobs ? createJobRunner({ db, log, clock, newId, site, kinds: jobKinds, recurring: recurringJobs }) : undefined;
  return {
    app,
    pages,
    firstKey,
    drain() {
      accepting = false;
      void jobs?.drain(jobsDrainMs);
    },
    async close() {
      await jobs?.drain(jobsDrainMs);
      pages.close();
      previews.close();
      await db.close();
    },
  };
}
