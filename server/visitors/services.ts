import type { Site } from "../context";
import type { SettingsCache } from "../features/settings";
import type { ClientAddress } from "../network/client-address";
import type { IdPrefix } from "../records/ids";
import type { Database } from "../storage/port";
import type { Log } from "../telemetry/log";

/** What the visitors' listener is given. */
export interface VisitorServices {
  db: Database;
  site: Site;
  log: Log;
  clock: () => number;
  /** For durations: it never steps. */
  monotonic: () => number;
  clientAddress: ClientAddress;
  /** The settings of tenants, without a look at the database. */
  settings: SettingsCache;
  newId: (prefix: IdPrefix) => string;
  /** False once stopping has begun. */
  accepting: () => boolean;
  cacheBytes?: number;
}
