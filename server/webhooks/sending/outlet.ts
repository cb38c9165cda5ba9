import type { GuardedClient } from "../../outgoing/guarded-client";
import { DeliveryBodies } from "../deliveries/delivery-bodies";
import { Gate } from "./gate";

/** Requests that are open at a time in a process. */
const maxOpen = 256;

/** What deliveries of one process share: the client, the limit of open requests, reading bodies, and what is counted. */
export interface Outlet {
  readonly client: GuardedClient;
  readonly gate: Gate;
  readonly bodies: DeliveryBodies;
  /** `lagMs`: from the event to the end of its first try. */
  count(outcome: "succeeded" | "failed", isRetry: boolean, lagMs?: number): void;
  gauges(): Record<string, number>;
}

declare module "../../context" {
  interface Site {
    /** Where requests that tenants can aim go out. */
    readonly outlet: Outlet;
  }
}

export function createOutlet(client: GuardedClient): Outlet {
  const gate = new Gate(maxOpen);
  const tries = { succeeded: 0, failed: 0 };
  const lag = { sumMs: 0, count: 0, maxMs: 0 };
  let retries = 0;
  return {
    client,
    gate,
    bodies: new DeliveryBodies(),
    count(outcome, isRetry, lagMs) {
      tries[outcome] += 1;
      if (isRetry) retries += 1;
      if (lagMs === undefined) return;
      lag.sumMs += lagMs;
      lag.count += 1;
      lag.maxMs = Math.max(lag.maxMs, lagMs);
    },
    gauges() {
      const { maxMs } = lag;
      lag.maxMs = 0;
      return {
        webhook_requests_open: gate.open,
        'webhook_tries_total{outcome="succeeded"}': tries.succeeded,
        'webhook_tries_total{outcome="failed"}': tries.failed,
        webhook_retries_total: retries,
        webhook_lag_seconds_sum: lag.sumMs / 1_000,
        webhook_lag_seconds_count: lag.count,
        webhook_lag_seconds_max: maxMs / 1_000,
      };
    },
  };
}
