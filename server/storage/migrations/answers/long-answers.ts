import type { Dialect } from "../../dialects";
import { many } from "../sizes";

/** Which deliveries have long answers in their tries: all but the newest of a subscription are shortened. */
export function longAnswers({ integer, planFor, usePlans }: Dialect): string[] {
  return [
    `ALTER TABLE webhook_deliveries ADD COLUMN long_answers ${integer} NOT NULL DEFAULT 0`,
    `CREATE INDEX webhook_deliveries_long ON webhook_deliveries (tenant_id, subscription_id, delivery_id) WHERE long_answers > 0`,
    ...planFor("webhook_deliveries", "webhook_deliveries_long", [many / 100, 1_000, 100, 1]),
    ...usePlans,
  ];
}
