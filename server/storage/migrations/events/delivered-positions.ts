import type { Dialect } from "../../dialects";
import { many } from "../sizes";

/** Deliveries are added apart from numbering events: up to which position they are, and from where to where each subscription was active. */
export function deliveredPositions({ integer, planFor, usePlans }: Dialect): string[] {
  return [
    `ALTER TABLE feed_positions ADD COLUMN delivered ${integer} NOT NULL DEFAULT 0`,
    "UPDATE feed_positions SET delivered = position",
    // Few rows at any time: tenants whose latest events have no deliveries yet.
    "CREATE INDEX feed_positions_behind ON feed_positions (tenant_id) WHERE delivered < position",
    `ALTER TABLE webhook_subscriptions ADD COLUMN active_from ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE webhook_subscriptions ADD COLUMN active_until ${integer}`,
    ...planFor("feed_positions", "feed_positions_behind", [many / 1_000, 1]),
    ...usePlans,
  ];
}
