import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** Events get a position and an actor, subscriptions their filters, headers and health, and deliveries a table. */
export function webhooks({ text, integer, tableOptions, planFor, usePlans }: Dialect): string[] {
  return [
    `ALTER TABLE events ADD COLUMN position ${integer}`,
    `ALTER TABLE events ADD COLUMN actor ${text}`,
    `CREATE TABLE feed_positions (
      tenant_id ${text} NOT NULL,
      position ${integer} NOT NULL,
      PRIMARY KEY (tenant_id)
    ) ${tableOptions}`,
    `UPDATE events SET position = numbered.position
      FROM (SELECT tenant_id, event_id, row_number() OVER (PARTITION BY tenant_id ORDER BY event_id) AS position
        FROM events) AS numbered
      WHERE numbered.tenant_id = events.tenant_id AND numbered.event_id = events.event_id`,
    `INSERT INTO feed_positions (tenant_id, position) SELECT tenant_id, max(position) FROM events GROUP BY tenant_id`,
    "CREATE UNIQUE INDEX events_position ON events (tenant_id, position) WHERE position IS NOT NULL",
    // Few rows at any time: those that were committed a moment ago.
    "CREATE INDEX events_unnumbered ON events (event_id, tenant_id) WHERE position IS NULL",
    `ALTER TABLE webhook_subscriptions ADD COLUMN filter ${text}`,
    `ALTER TABLE webhook_subscriptions ADD COLUMN headers ${text}`,
    `ALTER TABLE webhook_subscriptions ADD COLUMN previous_secret ${text}`,
    `ALTER TABLE webhook_subscriptions ADD COLUMN previous_until ${integer}`,
    `ALTER TABLE webhook_subscriptions ADD COLUMN disabled_reason ${text}`,
    // Apart from the subscription: it changes with every answer of the receiver.
    `CREATE TABLE webhook_health (
      tenant_id ${text} NOT NULL,
      subscription_id ${text} NOT NULL,
      last_success_at ${integer},
      last_failure_at ${integer},
      failures_in_a_row ${integer} NOT NULL,
      failing_since ${integer},
      failed_deliveries ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, subscription_id)
    ) ${tableOptions}`,
    `CREATE TABLE webhook_deliveries (
      tenant_id ${text} NOT NULL,
      subscription_id ${text} NOT NULL,
      delivery_id ${text} NOT NULL,
      event_id ${text} NOT NULL,
      event_type ${text} NOT NULL,
      occurred_at ${integer} NOT NULL,
      purpose ${text} NOT NULL,
      state ${text} NOT NULL,
      tries_made ${integer} NOT NULL,
      tries_left ${integer} NOT NULL,
      next_try_at ${integer},
      last_status ${integer},
      last_error ${text},
      created_at ${integer} NOT NULL,
      finished_at ${integer},
      body ${text},
      tries ${text} NOT NULL,
      PRIMARY KEY (tenant_id, subscription_id, delivery_id)
    ) ${tableOptions}`,
    `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, subscription_id, next_try_at, delivery_id)
      WHERE state = 'pending'`,
    `CREATE INDEX webhook_deliveries_state ON webhook_deliveries (tenant_id, subscription_id, state, delivery_id)
      WHERE state <> 'succeeded'`,
    "CREATE INDEX webhook_deliveries_type ON webhook_deliveries (tenant_id, subscription_id, event_type, delivery_id)",
    "CREATE INDEX webhook_deliveries_event ON webhook_deliveries (tenant_id, event_id)",
    ...planFor("events", "events_position", [many, ofATenant, 1]),
    ...planFor("events", "events_unnumbered", [100, 1, 1]),
    ...planFor("webhook_deliveries", "webhook_deliveries", [many, ofATenant, 10_000, 1]),
    ...planFor("webhook_deliveries", "webhook_deliveries_due", [many / 100, 1_000, 100, 2, 1]),
    ...planFor("webhook_deliveries", "webhook_deliveries_state", [many / 100, 1_000, 100, 50, 1]),
    ...planFor("webhook_deliveries", "webhook_deliveries_type", [many, ofATenant, 10_000, 1_000, 1]),
    ...planFor("webhook_deliveries", "webhook_deliveries_event", [many, ofATenant, 3]),
    ...usePlans,
  ];
}
