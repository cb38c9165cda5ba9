import type { Dialect } from "../../../dialects";

export function webhookSubscriptions({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE webhook_subscriptions (
      tenant_id ${text} NOT NULL,
      subscription_id ${text} NOT NULL,
      url ${text} NOT NULL,
      events ${text} NOT NULL,
      active ${integer} NOT NULL,
      secret ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, subscription_id)
    ) ${tableOptions}`,
  ];
}
