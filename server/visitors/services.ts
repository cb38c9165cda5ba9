import type { Site } from "../context";
import type { IdPrefix } from "../records/ids";
import type { Database } from "../storage/port";
import type { Log } from "../telemetry/log";
import type { Metrics } from "../telemetry/metrics";

/** What the visitors' listener is given. */
export interface VisitorServices {
  db: Database;
  site: Site;
  log: Log;
  metrics: Metrics;
  clock: () => number;
  newId: (prefix: IdPrefix) => string;
  /** False once stopping has begun. */
  accepting: () => boolean;
  cacheBytes?: number;
}
