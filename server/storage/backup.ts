import type { Dialect } from "./dialects";
import { migrationLock, tenantsLock } from "./locks";
import { appliedMigration } from "./migrate";
import { migrations } from "./migrations";
import type { Database, Reader, Transaction } from "./port";
import { sql, sqlTuple, statement, type Value } from "./sql";

/** Limits of the rows in memory at a time. A single row may be larger. */
export const maxRowsAtOnce = 100;
export const maxBytesAtOnce = 4 * 1_048_576;

/** Every table but `migrations`, with its primary key; a test holds this list against the schema. */
export const tables = {
  tenants: ["tenant_id"],
  installation: ["name"],
  api_keys: ["tenant_id", "key_id"],
  persons: ["tenant_id", "person_id"],
  accounts: ["tenant_id", "account_id"],
  account_logs: ["tenant_id", "account_id", "account_log_id"],
  topics: ["tenant_id", "topic_id"],
  topic_entries: ["tenant_id", "topic_id", "topic_entry_id"],
  pages: ["tenant_id", "page_id"],
  page_topics: ["tenant_id", "page_id", "position"],
  brands: ["tenant_id", "brand_id"],
  forms: ["tenant_id", "form_id"],
  form_submissions: ["tenant_id", "submission_id"],
  submission_identifiers: ["tenant_id", "identifier_hash", "submission_id"],
  used_tokens: ["tenant_id", "token_hash"],
  tenant_settings: ["tenant_id"],
  audiences: ["tenant_id", "audience_id"],
  former_persons: ["tenant_id", "person_id", "audience_id"],
  audience_versions: ["tenant_id", "version_id"],
  version_documents: ["tenant_id", "audience_id", "version_id"],
  shared_parts: ["tenant_id", "part_hash"],
  part_sets: ["tenant_id", "set_hash"],
  part_set_members: ["tenant_id", "part_hash", "set_hash"],
  version_pages: ["tenant_id", "audience_id", "version_id"],
  version_batches: ["tenant_id", "batch_id"],
  audience_messages: ["tenant_id", "audience_id", "message_id"],
  domains: ["tenant_id", "domain_id"],
  page_links: ["tenant_id", "page_link_id"],
  former_targets: ["tenant_id", "audience_id", "page_link_id"],
  webhook_subscriptions: ["tenant_id", "subscription_id"],
  assets: ["tenant_id", "asset_id"],
  audience_sessions: ["tenant_id", "analytics_session_id"],
  session_interactions: ["tenant_id", "audience_session_id", "position"],
  visits: ["tenant_id", "visit_key"],
  visit_events: ["tenant_id", "visit_key", "load_key", "seq"],
  session_rollups: ["tenant_id", "page_id", "kind", "started_at"],
  visitor_numbers: ["tenant_id", "subject_id"],
  jobs: ["tenant_id", "job_id"],
  events: ["tenant_id", "event_id"],
  idempotency: ["tenant_id", "operation", "idempotency_key"],
  answer_pieces: ["tenant_id", "operation", "idempotency_key", "piece"],
  counters: ["tenant_id", "name", "slot"],
  declared_identifiers: ["tenant_id", "identifier_hash", "event_id"],
  former_identifiers: ["tenant_id", "person_id", "identifier_hash"],
  erased_identifiers: ["tenant_id", "identifier_hash"],
  erasures: ["tenant_id", "person_id"],
  erasure_audiences: ["tenant_id", "person_id", "relation", "audience_id"],
  unindexed_events: ["tenant_id", "type"],
  search_pending: ["tenant_id", "kind", "record_key"],
  search_records: ["tenant_id", "kind", "record_key"],
  search_blocks: ["tenant_id", "kind", "block"],
  search_terms: ["tenant_id", "kind", "bucket", "block"],
  feed_positions: ["tenant_id"],
  event_streams: ["tenant_id", "process_id"],
  webhook_health: ["tenant_id", "subscription_id"],
  webhook_deliveries: ["tenant_id", "subscription_id", "delivery_id"],
  questions: ["tenant_id", "question_id"],
  model_tokens: ["tenant_id", "day", "audience_id"],
  topic_vectors: ["tenant_id", "topic_id"],
  passage_vectors: ["tenant_id", "topic_id", "chunk_id"],
} as const satisfies Record<string, readonly string[]>;

/** Tables of an older Foyer alone. */
const formerTables = {
  asset_trash: ["tenant_id", "number"],
  asset_vocabulary: ["tenant_id", "bucket"],
  asset_words: ["tenant_id", "word", "block"],
  page_pieces: ["tenant_id", "piece_hash"],
  page_styles: ["tenant_id", "style_hash"],
} as const;

/** Of every table that there is or was. */
export const storedKeys: Readonly<Record<string, readonly string[]>> = { ...tables, ...formerTables };

/** The tables that a database has, which may be one of an older Foyer. */
export async function storedTables(reader: Reader, { tableNames }: Dialect): Promise<string[]> {
  const found = new Set((await reader.all<{ name: string }>(tableNames)).map(({ name }) => name));
  return Object.keys(storedKeys).filter((table) => found.has(table));
}

export type StoredRow = Record<string, Value>;

/** Some rows of a table, all with the same columns, as both engines hold them. */
export interface StoredRows {
  table: string;
  rows: StoredRow[];
}

/** Every row there is, table by table in the order of the primary key, a page at a time. */
export async function* readContent(
  reader: Reader,
  names: readonly string[] = Object.keys(tables),
): AsyncGenerator<StoredRows, void, undefined> {
  for (const table of names) {
    const key = storedKeys[table] as readonly string[];
    const from = statement(`FROM ${table}`);
    const keyColumns = statement(key.join(", "));
    const sample = await reader.first<StoredRow>(sql`SELECT * ${from} LIMIT 1`);
    if (!sample) continue;
    // The engines have them in different orders.
    const sorted = Object.keys(sample).sort();
    const columns = statement(sorted.join(", "));
    const size = statement(sorted.map(bytesOf).join(" + "));
    let rest = sql`${from} ORDER BY ${keyColumns}`;
    for (let isLast = false; !isLast; ) {
      // Sizes come first: a hundred of the longest rows would not fit the memory.
      const sizes = await reader.all<{ bytes: number }>(sql`SELECT ${size} AS bytes ${rest} LIMIT ${maxRowsAtOnce}`);
      isLast = sizes.length < maxRowsAtOnce;
      for (const count of fittingCounts(sizes)) {
        const rows = await reader.all<StoredRow>(sql`SELECT ${columns} ${rest} LIMIT ${count}`);
        const last = rows.at(-1);
        if (!last) break;
        yield { table, rows };
        const after = sqlTuple(key.map((column) => last[column] as Value));
        rest = sql`${from} WHERE (${keyColumns}) > ${after} ORDER BY ${keyColumns}`;
      }
    }
  }
}

function bytesOf(column: string): string {
  return `coalesce(octet_length(CAST(${column} AS TEXT)), 0)`;
}

/** How many rows to read at a time. */
function fittingCounts(sizes: readonly { bytes: number }[]): number[] {
  const counts: number[] = [];
  let sum = Number.POSITIVE_INFINITY;
  for (const { bytes } of sizes) {
    sum += bytes;
    if (sum <= maxBytesAtOnce) {
      counts[counts.length - 1] = (counts.at(-1) as number) + 1;
    } else {
      counts.push(1);
      sum = bytes;
    }
  }
  return counts;
}

interface Replacement {
  /** The migration the content comes from. */
  migration: number;
  /** Called again when the transaction has to be. */
  content: () => AsyncIterable<StoredRows>;
  /** Whether existing content may be replaced. */
  overwrite: boolean;
  /** Runs in the same transaction. */
  afterwards?: (tx: Transaction) => Promise<void>;
  steps?: typeof migrations;
}

/** The content as it was elsewhere, in place of what is here: one transaction, so others see the one or the other. */
export async function replaceContent(
  db: Database,
  { migration, content, overwrite, afterwards, steps = migrations }: Replacement,
): Promise<void> {
  if (migration > steps.length) throw new ContentRefused("from_newer_version");
  await db.transaction(
    async (tx) => {
      // No other process migrates, or makes a tenant, meanwhile.
      await tx.lock(migrationLock);
      await tx.lock(tenantsLock);
      if ((await appliedMigration(tx)) !== steps.length) throw new ContentRefused("database_of_other_version");
      if (!overwrite && !(await isEmpty(tx))) throw new ContentRefused("not_empty");
      const migrateTo = async (from: number, to: number) => {
        for (const step of steps.slice(from, to)) for (const text of step(db.dialect)) await tx.run(statement(text));
      };
      // The tables are made as they were then, filled, and then migrated, as if the content had always been here.
      for (const table of Object.keys(tables)) await tx.run(statement(`DROP TABLE ${table}`));
      await migrateTo(0, migration);
      for await (const some of content()) await insert(tx, some);
      await migrateTo(migration, steps.length);
      await afterwards?.(tx);
    },
    { isLong: true },
  );
}

export type RefusalReason = "from_newer_version" | "database_of_other_version" | "not_empty" | "unknown_content";

/** Nothing was replaced. */
export class ContentRefused extends Error {
  override name = "ContentRefused";

  constructor(readonly reason: RefusalReason) {
    super(reason);
  }
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  for (const table of Object.keys(tables)) {
    if (await tx.first(sql`SELECT 1 AS found FROM ${statement(table)} LIMIT 1`)) return false;
  }
  return true;
}

/** Names come from a file: only those that can be names of ours become part of a statement. */
async function insert(tx: Transaction, { table, rows }: StoredRows): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const isKnown = Object.hasOwn(storedKeys, table);
  if (!isKnown || names.length === 0 || !names.every((name) => /^[a-z_]{1,63}$/.test(name))) {
    throw new ContentRefused("unknown_content");
  }
  const target = statement(`${table} (${names.join(", ")})`);
  // One statement for each row: for a statement with several, SQLite walks through its whole undo log each time.
  await Promise.all(rows.map((row) => tx.run(sql`INSERT INTO ${target} VALUES ${sqlTuple(Object.values(row))}`)));
}
