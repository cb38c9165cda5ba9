import { type Message, type Overrides, toTimestamp } from "../../../../contract";
import type { Writing } from "../../../context";
import { columns, integer, type RowOf, text, textOf } from "../../../storage/columns";
import type { Reader } from "../../../storage/port";
import { among, nothing, sql, type Value } from "../../../storage/sql";

const messageColumns = columns({
  message_id: text,
  audience_id: text,
  role: textOf<Message["role"]>(),
  text: text,
  /** JSON, as is `snapshot`. */
  changes: text,
  snapshot: text,
  created_at: integer,
});
type MessageRow = RowOf<typeof messageColumns>;

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
    INSERT INTO audience_messages (tenant_id, ${messageColumns.names})
    VALUES (${ctx.tenantId}, ${messageColumns.values(row)})`);
}

export function findMessage(
  db: Reader,
  tenantId: string,
  audienceId: string,
  messageId: string,
): Promise<MessageRow | undefined> {
  return db.first(sql`
    SELECT ${messageColumns.names} FROM audience_messages
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND message_id = ${messageId}`);
}

const longBytes = messageColumns.bytes("text", "changes", "snapshot");

/** Which ones are next, and how large they are. */
export function newestMessages(
  db: Reader,
  tenantId: string,
  audienceId: string,
  position: Value[] | undefined,
  limit: number,
): Promise<(Pick<MessageRow, "message_id"> & { bytes: number })[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND message_id < ${last}`;
  return db.all(sql`
    SELECT message_id, ${longBytes} FROM audience_messages
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} ${before} ORDER BY message_id DESC LIMIT ${limit}`);
}

export function messagesById(
  db: Reader,
  tenantId: string,
  audienceId: string,
  messages: readonly Pick<MessageRow, "message_id">[],
): Promise<MessageRow[]> {
  const ids = messages.map(({ message_id }) => message_id);
  return db.all(sql`
    SELECT ${messageColumns.names} FROM audience_messages
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND message_id ${among(ids)} ORDER BY message_id DESC`);
}
