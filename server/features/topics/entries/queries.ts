import { type TopicEntry, toTimestamp } from "../../../../contract";
import { maxSafeInteger } from "../../../../contract/fields";
import type { Reading, WriteContext } from "../../../context";
import { editedAtInSql } from "../../../records/edited-at";
import { columns, integer, type RowOf, text } from "../../../storage/columns";
import type { Reader } from "../../../storage/port";
import { among, sql } from "../../../storage/sql";

const entryColumns = columns({
  topic_entry_id: text,
  topic_id: text,
  sort_order: integer,
  type: text,
  content: text,
  created_at: integer,
  updated_at: integer,
});
export type EntryRow = RowOf<typeof entryColumns>;
const changeableEntry = entryColumns.only("sort_order", "type", "content", "updated_at");

export function toEntry(row: EntryRow): TopicEntry {
  return {
    topicEntryId: row.topic_entry_id,
    topicId: row.topic_id,
    sortOrder: row.sort_order,
    content: { type: row.type, content: row.content },
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
  };
}

/** Of several topics, in the order of each. */
export function entriesOf({ db, tenantId }: Pick<Reading, "db" | "tenantId">, topicIds: readonly string[]): Promise<EntryRow[]> {
  return db.all(sql`
    SELECT ${entryColumns.names} FROM topic_entries
    WHERE tenant_id = ${tenantId} AND topic_id ${among(topicIds)}
    ORDER BY sort_order, topic_entry_id`);
}

export function findEntry(db: Reader, tenantId: string, topicId: string, entryId: string): Promise<EntryRow | undefined> {
  return db.first(sql`
    SELECT ${entryColumns.names} FROM topic_entries
    WHERE tenant_id = ${tenantId} AND topic_id = ${topicId} AND topic_entry_id = ${entryId}`);
}

export async function entryIdsOf(ctx: Pick<Reading, "db" | "tenantId">, topicId: string): Promise<string[]> {
  const rows = await ctx.db.all<{ topic_entry_id: string }>(sql`
    SELECT topic_entry_id FROM topic_entries WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${topicId}
    ORDER BY sort_order, topic_entry_id`);
  return rows.map(({ topic_entry_id }) => topic_entry_id);
}

export async function entryStatistics(ctx: WriteContext, topicId: string): Promise<{ count: number; nextOrder: number }> {
  const row = await ctx.db.first<{ count: number; last: number | null }>(sql`
    SELECT CAST(count(*) AS INTEGER) AS count, max(sort_order) AS last FROM topic_entries
    WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${topicId}`);
  return { count: row?.count ?? 0, nextOrder: orderAfter(row?.last) };
}

export async function insertEntry(ctx: WriteContext, row: EntryRow): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO topic_entries (tenant_id, ${entryColumns.names})
    VALUES (${ctx.tenantId}, ${entryColumns.values(row)})`);
}

export async function updateEntryRow(ctx: WriteContext, row: EntryRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE topic_entries SET ${changeableEntry.assignments(row)}
    WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${row.topic_id} AND topic_entry_id = ${row.topic_entry_id}`);
}

export async function setEntryOrder(ctx: WriteContext, topicId: string, entryId: string, order: number): Promise<void> {
  await ctx.db.run(sql`
    UPDATE topic_entries SET sort_order = ${order}, updated_at = ${editedAtInSql(ctx)}
    WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${topicId} AND topic_entry_id = ${entryId}`);
}

/** Returns how many bytes its content had; undefined when there is no such entry. */
export async function deleteEntryRow(ctx: WriteContext, topicId: string, entryId: string): Promise<number | undefined> {
  const deleted = await ctx.db.first<{ bytes: number }>(sql`
    DELETE FROM topic_entries
    WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${topicId} AND topic_entry_id = ${entryId}
    RETURNING octet_length(content) AS bytes`);
  return deleted?.bytes;
}

/** Of what comes after all others. */
export function orderAfter(last: number | null | undefined): number {
  return last == null ? 0 : Math.min(last + 1, maxSafeInteger);
}
