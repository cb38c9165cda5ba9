import { handlers } from "./features";
import { bootstrap } from "./features/tenants";
import { type App, createApp } from "./http/app";
import { createIds } from "./ids";
import type { Log } from "./log";
import { startSweeping } from "./maintenance";
import { createMetrics } from "./metrics";
import { migrate } from "./storage/migrate";
import type { Database } from "./storage/port";

interface Parts {
  db: Database;
  log: Log;
  clock: () => number;
  rateLimit: number;
  publicUrl: string;
  apiKey: string | undefined;
}

export interface Service {
  app: App;
  /** The first key, when it was made just now. */
  firstKey: string | undefined;
  /** Ready goes red; requests are still answered. */
  drain(): void;
  /** After the last answer. */
  close(): Promise<void>;
}

/** Everything but the socket. */
export async function startService({ db, log, clock, rateLimit, publicUrl, apiKey }: Parts): Promise<Service> {
  await migrate(db);
  const newId = createIds(clock);
  const firstKey = await bootstrap({ db, now: clock(), newId, givenKey: apiKey });
  let accepting = true;
  const app = createApp({
    db,
    handlers,
    clock,
    newId,
    log,
    rateLimit,
    publicUrl,
    metrics: createMetrics(),
    accepting: () => accepting,
  });
  const stopSweeping = startSweeping(db, clock, log);
  return {
    app,
    firstKey,
    drain() {
      accepting = false;
      stopSweeping();
    },
    close: () => db.close(),
  };
}
