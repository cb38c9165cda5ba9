import type { Handlers, Site } from "../context";
import type { ClientAddress } from "../network/client-address";
import type { IdPrefix } from "../records/ids";
import type { Database } from "../storage/port";
import type { Log } from "../telemetry/log";
import type { Metrics } from "../telemetry/metrics";

/** What the pipeline stands on; put together in one place, replaced piece by piece in tests. */
export interface Services {
  db: Database;
  handlers: Handlers;
  clock: () => number;
  /** Milliseconds since some moment, for durations: it never steps. */
  monotonic: () => number;
  newId: (prefix: IdPrefix) => string;
  log: Log;
  metrics: Metrics;
  /** Requests a second for each key; 0 is no limit. */
  rateLimit: number;
  clientAddress: ClientAddress;
  /** How large an uploaded file may be. */
  maxUploadBytes: number;
  site: Site;
  // What `/metrics` shows.
  jobGauges: () => Promise<Record<string, number>>;
  pageGauges: () => Record<string, number>;
  /** As Prometheus text. */
  visitorMetrics: () => string;
  webhookGauges: () => Record<string, number>;
  eventLoopGauges: () => Record<string, number>;
  /** Indexes of answers, and calls of the model. */
  answerGauges: () => Record<string, number>;
  /** False once stopping has begun. */
  accepting: () => boolean;
}
