import type { Dialect } from "../../dialects";

/** Events that wait for their position are found by tenant: past a million of one, the next tenant's are one look away. */
export function waitingEvents({ planFor, usePlans }: Dialect): string[] {
  return [
    "DROP INDEX events_unnumbered",
    "CREATE INDEX events_unnumbered ON events (tenant_id, recorded, event_id) WHERE position IS NULL",
    ...planFor("events", "events_unnumbered", [100, 10, 10, 1]),
    ...usePlans,
  ];
}
