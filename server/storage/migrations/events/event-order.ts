import type { Dialect } from "../../dialects";

/** Events are numbered in the order in which they were inserted: the clocks behind identifiers of several nodes differ. */
export function eventOrder({ insertionOrder, planFor, usePlans }: Dialect): string[] {
  return [
    ...insertionOrder("events", "recorded"),
    "DROP INDEX events_unnumbered",
    "CREATE INDEX events_unnumbered ON events (recorded, event_id, tenant_id) WHERE position IS NULL",
    ...planFor("events", "events_unnumbered", [100, 100, 1, 1]),
    ...usePlans,
  ];
}
