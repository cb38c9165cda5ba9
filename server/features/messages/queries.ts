import { type Message, type Overrides, toTimestamp } from "../../../contract";
import type { Writing } from "../../context";
import type { Reader } from "../../storage/port";
import { nothing, sql, type Value } from "../../storage/sql";

export interface MessageRow {
  message_id: string;
  audience_id: string;
  role: Message["role"];
  text: string;
  /** JSON, like the snapshot. */
  changes: string;
  snapshot: string;
  created_at: number;
}

const columns = sql`message_id, audience_id, role, text, changes, snapshot, created_at`;

export function toMessage(row: MessageRow): Message {
  return {
    messageId: row.message_id,
    audienceId: row.audience_id,
    role: row.role,
    text: row.text,
    changes: JSON.parse(row.changes),
    snapshot: JSON.parse(row.snapshot) as Overrides,
    createdAt: toTimestamp(row.created_at),
  };
}

export async function insertMessage(ctx: Writing, row: MessageRow): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO audience_messages (tenant_id, audience_id, message_id, role, text, changes, snapshot, created_at)
    VALUES (${ctx.tenantId}, ${row.audience_id}, ${row.message_id}, ${row.role}, ${row.text}, ${row.changes}, ${row.snapshot}, ${row.created_at})`);
}

export function findMessage(
  db: Reader,
  tenantId: string,
  audienceId: string,
  messageId: string,
): Promise<MessageRow | undefined> {
  return db.first(sql`
    SELECT ${columns} FROM audience_messages
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND message_id = ${messageId}`);
}

export function newestMessages(
  db: Reader,
  tenantId: string,
  audienceId: string,
  position: Value[] | undefined,
  limit: number,
): Promise<MessageRow[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND message_id < ${last}`;
  return db.all(sql`
    SELECT ${columns} FROM audience_messages
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} ${before} ORDER BY message_id DESC LIMIT ${limit}`);
}
