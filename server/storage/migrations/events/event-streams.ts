import type { Dialect } from "../../dialects";

/** How many streams of events each process has open, so that a tenant's limit holds for all of them together. */
export function eventStreams({ text, integer, tableOptions, planFor, usePlans }: Dialect): string[] {
  return [
    `CREATE TABLE event_streams (
      tenant_id ${text} NOT NULL,
      process_id ${text} NOT NULL,
      streams ${integer} NOT NULL,
      seen_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, process_id)
    ) ${tableOptions}`,
    "CREATE INDEX event_streams_seen ON event_streams (seen_at)",
    ...planFor("event_streams", "event_streams", [1_000, 4, 1]),
    ...planFor("event_streams", "event_streams_seen", [1_000, 1]),
    ...usePlans,
  ];
}
