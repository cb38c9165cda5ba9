import type { Dialect } from "../../dialects";

/** A secret that is replaced twice within a day has several predecessors that sign too: `[{ secret, until }]`, the newest first. */
export function formerSecrets({ text }: Dialect): string[] {
  return [
    `ALTER TABLE webhook_subscriptions ADD COLUMN former_secrets ${text}`,
    `UPDATE webhook_subscriptions SET former_secrets = '[{"secret":"' || previous_secret || '","until":' || previous_until || '}]'
      WHERE previous_secret IS NOT NULL`,
    "ALTER TABLE webhook_subscriptions DROP COLUMN previous_secret",
    "ALTER TABLE webhook_subscriptions DROP COLUMN previous_until",
  ];
}
