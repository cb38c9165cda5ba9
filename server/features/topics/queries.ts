import { type Topic, type TopicEntry, toTimestamp } from "../../../contract";
import type { ReadContext, Reading, WriteContext } from "../../context";
import { turns } from "../../event-loop/turns";
import { Problem } from "../../records/problem";
import { queryWords, searchableText } from "../../search/text";
import { columns, integer, optionalText, type RowOf, text } from "../../storage/columns";
import { addToCounter, readCounter } from "../../storage/counters";
import type { Reader } from "../../storage/port";
import { among, nothing, sql, type Value } from "../../storage/sql";
import { entriesOf, orderAfter, toEntry } from "./entries/queries";

export const topicColumns = columns({
  topic_id: text,
  title: text,
  purpose: optionalText,
  sort_order: integer,
  is_default: integer,
  /** Of title, purpose and all entries. */
  bytes: integer,
  created_at: integer,
  updated_at: integer,
});
export type TopicRow = RowOf<typeof topicColumns>;
const counter = "topics";
const maxSearchedTopics = 1_000;
/** The purpose of each may have 100,000 characters. */
const searchedAtOnce = 10;

const changeableTopic = topicColumns.without("topic_id", "created_at");

export function toTopicWithoutEntries(row: TopicRow): Omit<Topic, "entries"> {
  return {
    topicId: row.topic_id,
    title: row.title,
    purpose: row.purpose,
    sortOrder: row.sort_order,
    isDefault: row.is_default === 1,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
  };
}

export async function withEntries(ctx: Pick<Reading, "db" | "tenantId">, rows: TopicRow[]): Promise<Topic[]> {
  const entries = await entriesOf(
    ctx,
    rows.map(({ topic_id }) => topic_id),
  );
  const byTopic = new Map<string, TopicEntry[]>(rows.map((row) => [row.topic_id, []]));
  for (const entry of entries) byTopic.get(entry.topic_id)?.push(toEntry(entry));
  return rows.map((row) => ({ ...toTopicWithoutEntries(row), entries: byTopic.get(row.topic_id) as TopicEntry[] }));
}

export async function toTopic(ctx: ReadContext, row: TopicRow): Promise<Topic> {
  const [topic] = await withEntries(ctx, [row]);
  return topic as Topic;
}

export function findTopic(db: Reader, tenantId: string, topicId: string): Promise<TopicRow | undefined> {
  return db.first(sql`SELECT ${topicColumns.names} FROM topics WHERE tenant_id = ${tenantId} AND topic_id = ${topicId}`);
}

/** With their entries, in the order of the identifiers. */
export async function topicsById(db: Reader, tenantId: string, topicIds: readonly string[]): Promise<Topic[]> {
  const rows = await db.all<TopicRow>(sql`
    SELECT ${topicColumns.names} FROM topics WHERE tenant_id = ${tenantId} AND topic_id ${among(topicIds)}`);
  const byId = new Map(rows.map((row) => [row.topic_id, row]));
  return withEntries(
    { db, tenantId },
    topicIds.flatMap((topicId) => byId.get(topicId) ?? []),
  );
}

/** Locks the row, and so the topic's entries, until the end of the transaction. */
export function findTopicToChange(ctx: WriteContext, topicId: string): Promise<TopicRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${topicColumns.names} FROM topics WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${topicId} ${ctx.dialect.forUpdate}`);
}

/** Whoever changes an entry locks its topic. */
export function lockTopic(ctx: WriteContext, { params }: { params: { topic_id: string } }): Promise<unknown> {
  return findTopicToChange(ctx, params.topic_id);
}

export function orderedTopics(db: Reader, tenantId: string, position: Value[] | undefined, limit: number): Promise<TopicRow[]> {
  const [order, id] = (position ?? []) as [number, string];
  const after = position === undefined ? nothing : sql`AND (sort_order, topic_id) > (${order}, ${id})`;
  return db.all(sql`
    SELECT ${topicColumns.names} FROM topics WHERE tenant_id = ${tenantId} ${after} ORDER BY sort_order, topic_id LIMIT ${limit}`);
}

/** A tenant has few topics, so these are searched one after the other, without an index. */
export async function foundTopics(ctx: Reading, query: string, limit: number): Promise<TopicRow[]> {
  const words = queryWords(query);
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  const found: TopicRow[] = [];
  let position: Value[] | undefined;
  for (let seen = 0; seen < maxSearchedTopics && found.length < limit; seen += searchedAtOnce) {
    const topics = await orderedTopics(ctx.db, ctx.tenantId, position, searchedAtOnce);
    for (const topic of topics) {
      await turns.next(ctx.tenantId);
      if (hasAll(searchableText([topic.title, topic.purpose]))) found.push(topic);
    }
    const last = topics.at(-1);
    if (!last || topics.length < searchedAtOnce) break;
    position = [last.sort_order, last.topic_id];
  }
  return found.slice(0, limit);
}

export function topicCount(db: Reader, tenantId: string): Promise<number> {
  return readCounter(db, tenantId, counter);
}

export async function nextTopicOrder(db: Reader, tenantId: string): Promise<number> {
  const row = await db.first<{ last: number | null }>(
    sql`SELECT max(sort_order) AS last FROM topics WHERE tenant_id = ${tenantId}`,
  );
  return orderAfter(row?.last);
}

export async function insertTopic(ctx: WriteContext, row: TopicRow): Promise<void> {
  await Promise.all([
    ctx.db.run(sql`
      INSERT INTO topics (tenant_id, ${topicColumns.names})
      VALUES (${ctx.tenantId}, ${topicColumns.values(row)})`),
    addToCounter(ctx.db, ctx.dialect, ctx.tenantId, counter, 1),
  ]);
}

export async function updateTopicRow(ctx: WriteContext, row: TopicRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE topics SET ${changeableTopic.assignments(row)}, revision = revision + 1
    WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${row.topic_id}`);
}

/** After a change to an entry. `bytes`: by how much the topic has grown; negative if it has shrunk. */
export async function resizeTopic(ctx: WriteContext, topicId: string, bytes: number): Promise<void> {
  await ctx.db.run(sql`
    UPDATE topics SET updated_at = ${ctx.now}, bytes = bytes + ${bytes}, revision = revision + 1
    WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${topicId}`);
}

/** A larger topic could never be shown: it alone would make every page too large. */
const maxTopicBytes = 4 * 1_048_576;

export function refuseOversize({ bytes }: TopicRow, added: number): void {
  if (added <= 0 || bytes + added <= maxTopicBytes) return;
  throw new Problem("topic_full", { detail: `A topic with its entries holds ${maxTopicBytes} bytes` });
}

/** What a topic takes beside its entries. */
export function bytesWithoutEntries({ title, purpose }: Pick<TopicRow, "title" | "purpose">): number {
  return Buffer.byteLength(title) + Buffer.byteLength(purpose ?? "");
}

/** Waits for transactions that add an entry or attach the topic to a page, because its row is locked first, and deletes that too. */
export async function deleteTopicRows(ctx: WriteContext, topicId: string): Promise<void> {
  const pages = sql`SELECT page_id FROM page_topics WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${topicId}`;
  await ctx.db.run(sql`
    UPDATE pages SET content_changed_at = ${ctx.now} WHERE tenant_id = ${ctx.tenantId} AND page_id IN (${pages})`);
  await Promise.all([
    ctx.db.run(sql`DELETE FROM topics WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${topicId}`),
    ctx.db.run(sql`DELETE FROM topic_entries WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${topicId}`),
    ctx.db.run(sql`DELETE FROM page_topics WHERE tenant_id = ${ctx.tenantId} AND topic_id = ${topicId}`),
    addToCounter(ctx.db, ctx.dialect, ctx.tenantId, counter, -1),
  ]);
}
