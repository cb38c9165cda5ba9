import type { Topic } from "../../../contract";
import type { Writing } from "../../context";
import type { Reader } from "../../storage/port";
import { among, sql } from "../../storage/sql";
import { type TopicRow, topicColumns, withEntries } from "../topics";

export async function topicIdsOf(db: Reader, tenantId: string, pageId: string): Promise<string[]> {
  const rows = await db.all<{ topic_id: string }>(sql`
    SELECT topic_id FROM page_topics WHERE tenant_id = ${tenantId} AND page_id = ${pageId} ORDER BY position`);
  return rows.map((row) => row.topic_id);
}

/** Keeps the topics from being deleted until the end of the transaction. */
export async function existingTopics(ctx: Writing, topicIds: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db.all<{ topic_id: string }>(sql`
    SELECT topic_id FROM topics WHERE tenant_id = ${ctx.tenantId} AND topic_id ${among(topicIds)} ${ctx.dialect.forShare}`);
  return new Set(rows.map((row) => row.topic_id));
}

export async function replaceTopics(ctx: Writing, pageId: string, topicIds: readonly string[]): Promise<void> {
  await Promise.all([
    ctx.db.run(sql`DELETE FROM page_topics WHERE tenant_id = ${ctx.tenantId} AND page_id = ${pageId}`),
    ...topicIds.map((topicId, position) =>
      ctx.db.run(sql`
        INSERT INTO page_topics (tenant_id, page_id, position, topic_id)
        VALUES (${ctx.tenantId}, ${pageId}, ${position}, ${topicId})`),
    ),
    ctx.db.run(sql`
      UPDATE pages SET content_changed_at = ${ctx.now} WHERE tenant_id = ${ctx.tenantId} AND page_id = ${pageId}`),
  ]);
}

const attachedColumns = topicColumns.of("topics");

/** What the JSON of a topic has beside its texts, about. */
const topicOverheadBytes = 250;

/** About how many bytes a page's topics have. Counts no further than to where it is more than `enough`. */
export async function bytesOfTopics(db: Reader, tenantId: string, pageId: string, enough: number): Promise<number> {
  const row = await db.first<{ bytes: number }>(sql`
    SELECT coalesce(sum(bytes + ${topicOverheadBytes}), 0) AS bytes FROM (
      SELECT attached.bytes FROM page_topics
      JOIN topics AS attached ON attached.tenant_id = ${tenantId} AND attached.topic_id = page_topics.topic_id
      WHERE page_topics.tenant_id = ${tenantId} AND page_id = ${pageId}
      UNION ALL
      SELECT bytes FROM (
        SELECT bytes FROM topics WHERE tenant_id = ${tenantId} AND is_default = 1 AND topic_id NOT IN (
          SELECT topic_id FROM page_topics WHERE tenant_id = ${tenantId} AND page_id = ${pageId})
        LIMIT ${Math.ceil(enough / topicOverheadBytes)}) AS others) AS sizes`);
  return Number(row?.bytes ?? 0);
}

/** The topics attached to the page in their order, then the other default topics by `sortOrder`, each with its entries. */
export async function topicsOfPage(db: Reader, tenantId: string, pageId: string): Promise<Topic[]> {
  const rows = await db.all<TopicRow>(sql`
    SELECT ${attachedColumns}, 0 AS part, position
    FROM page_topics JOIN topics ON topics.tenant_id = ${tenantId} AND topics.topic_id = page_topics.topic_id
    WHERE page_topics.tenant_id = ${tenantId} AND page_id = ${pageId}
    UNION ALL
    SELECT ${topicColumns.names}, 1 AS part, 0 AS position
    FROM topics WHERE tenant_id = ${tenantId} AND is_default = 1 AND topic_id NOT IN (
      SELECT topic_id FROM page_topics WHERE tenant_id = ${tenantId} AND page_id = ${pageId})
    ORDER BY part, position, sort_order, topic_id`);
  return withEntries({ db, tenantId }, rows);
}

/** A topic of a page, and how often it was changed. */
export interface TopicState {
  topic_id: string;
  revision: number;
  bytes: number;
}

/** In the order of `topicsOfPage`. */
export function topicStatesOf(db: Reader, tenantId: string, pageId: string, limit: number): Promise<TopicState[]> {
  return db.all(sql`
    SELECT topics.topic_id, topics.revision, topics.bytes, 0 AS part, position, sort_order
    FROM page_topics JOIN topics ON topics.tenant_id = ${tenantId} AND topics.topic_id = page_topics.topic_id
    WHERE page_topics.tenant_id = ${tenantId} AND page_id = ${pageId}
    UNION ALL
    SELECT topic_id, revision, bytes, 1 AS part, 0 AS position, sort_order
    FROM topics WHERE tenant_id = ${tenantId} AND is_default = 1 AND topic_id NOT IN (
      SELECT topic_id FROM page_topics WHERE tenant_id = ${tenantId} AND page_id = ${pageId})
    ORDER BY part, position, sort_order, topic_id LIMIT ${limit}`);
}

/** When one of the topics that feed the page last changed. */
export async function topicsChangedAt(db: Reader, tenantId: string, pageId: string): Promise<number> {
  const row = await db.first<{ at: number | null }>(sql`
    SELECT max(at) AS at FROM (
      SELECT max(updated_at) AS at FROM topics WHERE tenant_id = ${tenantId} AND is_default = 1
      UNION ALL SELECT max(topic.updated_at) FROM page_topics AS chosen
      JOIN topics AS topic ON topic.tenant_id = chosen.tenant_id AND topic.topic_id = chosen.topic_id
      WHERE chosen.tenant_id = ${tenantId} AND chosen.page_id = ${pageId}) AS changes`);
  return Number(row?.at ?? 0);
}
