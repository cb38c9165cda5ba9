import type { Dialect } from "../dialects";
import { many } from "./sizes";

/** Deliveries are added apart from numbering events: up to which position they are. */
export function deliveredPositions({ integer, planFor, usePlans }: Dialect): string[] {
  return [
    `ALTER TABLE feed_positions ADD COLUMN delivered ${integer} NOT NULL DEFAULT 0`,
    "UPDATE feed_positions SET delivered = position",
    // Few rows at any time: tenants whose latest events have no deliveries yet.
    "CREATE INDEX feed_positions_behind ON feed_positions (tenant_id) WHERE delivered < position",
    ...planFor("feed_positions", "feed_positions_behind", [many / 1_000, 1]),
    ...usePlans,
  ];
}
