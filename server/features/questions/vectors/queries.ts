import type { Writing } from "../../../context";
import type { Reader } from "../../../storage/port";
import { among, sql, sqlRows, type Value } from "../../../storage/sql";

interface VectorState {
  topic_id: string;
  revision: number;
  model: string;
  changes: number;
}

interface VectorRow {
  chunk_id: string;
  text_hash: string;
  vector: string;
}

/** How far the vectors of topics are. */
export function vectorStates(db: Reader, tenantId: string, topicIds: readonly string[]): Promise<VectorState[]> {
  return db.all(sql`
    SELECT topic_id, revision, model, changes FROM topic_vectors
    WHERE tenant_id = ${tenantId} AND topic_id ${among(topicIds)} ORDER BY topic_id`);
}

export function vectorRows(db: Reader, tenantId: string, topicIds: readonly string[]): Promise<VectorRow[]> {
  return db.all(sql`
    SELECT chunk_id, text_hash, vector FROM passage_vectors WHERE tenant_id = ${tenantId} AND topic_id ${among(topicIds)}`);
}

export function vectorHashes(db: Reader, tenantId: string, topicId: string): Promise<Omit<VectorRow, "vector">[]> {
  return db.all(sql`SELECT chunk_id, text_hash FROM passage_vectors WHERE tenant_id = ${tenantId} AND topic_id = ${topicId}`);
}

/** A topic whose vectors are not those of its passages as they are now. */
export function topicBehind(
  db: Reader,
  tenantId: string,
  model: string,
  after: string,
): Promise<{ topic_id: string; revision: number } | undefined> {
  return db.first(sql`
    SELECT topics.topic_id, topics.revision FROM topics
    LEFT JOIN topic_vectors ON topic_vectors.tenant_id = ${tenantId} AND topic_vectors.topic_id = topics.topic_id
    WHERE topics.tenant_id = ${tenantId} AND topics.topic_id > ${after} AND (topic_vectors.revision IS NULL
      OR topic_vectors.revision <> topics.revision OR topic_vectors.model <> ${model})
    ORDER BY topics.topic_id LIMIT 1`);
}

/** A topic that is gone, while its vectors are not. */
export async function goneTopic(db: Reader, tenantId: string): Promise<string | undefined> {
  const row = await db.first<{ topic_id: string }>(sql`
    SELECT topic_id FROM topic_vectors WHERE tenant_id = ${tenantId} AND topic_id NOT IN (
      SELECT topic_id FROM topics WHERE tenant_id = ${tenantId}) LIMIT 1`);
  return row?.topic_id;
}

/** Before the first vector is written, so that vectors of a deleted topic can always be found. */
export async function noteVectors(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  topicId: string,
  revision: number,
  model: string,
): Promise<void> {
  await db.run(sql`
    INSERT INTO topic_vectors (tenant_id, topic_id, revision, model, changes)
    VALUES (${tenantId}, ${topicId}, ${revision}, ${model}, 1)
    ON CONFLICT (tenant_id, topic_id) DO UPDATE SET
      revision = excluded.revision, model = excluded.model, changes = topic_vectors.changes + 1`);
}

export async function saveVectors(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  topicId: string,
  rows: readonly VectorRow[],
): Promise<void> {
  const values = rows.map(({ chunk_id, text_hash, vector }): Value[] => [tenantId, topicId, chunk_id, text_hash, vector]);
  for (const some of sqlRows(values))
    await db.run(sql`
      INSERT INTO passage_vectors (tenant_id, topic_id, chunk_id, text_hash, vector) VALUES ${some}
      ON CONFLICT (tenant_id, topic_id, chunk_id) DO UPDATE SET text_hash = excluded.text_hash, vector = excluded.vector`);
}

export async function removeVectors(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  topicId: string,
  chunkIds: readonly string[],
): Promise<void> {
  if (chunkIds.length === 0) return;
  await db.run(sql`
    DELETE FROM passage_vectors WHERE tenant_id = ${tenantId} AND topic_id = ${topicId} AND chunk_id ${among(chunkIds)}`);
}

/** How many rows of a topic that is gone were removed; its state goes with the last ones. */
export async function removeSomeOfTopic(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  topicId: string,
  most: number,
): Promise<number> {
  const removed = await db.run(sql`
    DELETE FROM passage_vectors WHERE tenant_id = ${tenantId} AND topic_id = ${topicId} AND chunk_id IN (
      SELECT chunk_id FROM passage_vectors WHERE tenant_id = ${tenantId} AND topic_id = ${topicId} ORDER BY chunk_id LIMIT ${most})`);
  if (removed < most) await db.run(sql`DELETE FROM topic_vectors WHERE tenant_id = ${tenantId} AND topic_id = ${topicId}`);
  return removed;
}
