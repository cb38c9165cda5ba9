import type { Dialect } from "../../../dialects";

export function messages({ text, integer, tableOptions }: Dialect): string[] {
  return [
    `CREATE TABLE audience_messages (
      tenant_id ${text} NOT NULL,
      audience_id ${text} NOT NULL,
      message_id ${text} NOT NULL,
      role ${text} NOT NULL,
      text ${text} NOT NULL,
      changes ${text} NOT NULL,
      snapshot ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, audience_id, message_id)
    ) ${tableOptions}`,
  ];
}
