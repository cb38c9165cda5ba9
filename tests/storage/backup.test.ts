import { beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readBackup } from "../../cli/backup/read";
import { maxEntriesPerTopic, operations, type PageLink } from "../../contract";
import { maxBytesAtOnce, readContent, type StoredRows, tables } from "../../server/storage/backup";
import { openDatabase } from "../../server/storage/open";
import type { Database } from "../../server/storage/port";
import { sql, statement } from "../../server/storage/sql";
import { createStorage, type Engine, onBothEngines, todaysEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import {
  allRows,
  fill,
  firstDifference,
  foyer,
  isOfInstallation,
  linesOf,
  onEmptyDatabase,
  restoreBackup,
  takeBackup,
  useBackupFolder,
} from "../support/features/backups";
import { addToSearchBlocks } from "../support/features/search";
import { addSession, interaction } from "../support/features/sessions";
import { computed, TabByHand, visitedPage } from "../support/features/visits";
import { send, World } from "../support/samples/world";
import type { Api } from "../support/service/api";
import { until } from "../support/service/jobs";
import { type TestService, useService } from "../support/service/service";

const folder = useBackupFolder();

onBothEngines("backup and restore", (engine) => {
  const service = useService(engine);
  const another: Engine = engine === "sqlite" ? "postgres" : "sqlite";
  const fileFor = (name: string) => join(folder, `${engine}-${name}`);

  beforeAll(async () => {
    const world = await World.build(service().api, "kept", service().db);
    await world.fill(operations.listTrashedAssets, {});
    await send(world.api, operations.setPageTopics, {
      params: await world.params(operations.setPageTopics),
      body: world.body(operations.setPageTopics),
    });
    await addVisit(service());
    await replacePerson(service().api);
    await replaceTarget(service().api);
    await addErasure(service());
    await fill(service().api);
    await addToSearchBlocks(service().db, await tenantIdOf(service().db, service().api), ["persons"]);
    await addHealth(service());
  });

  test("a backup taken while 16 clients write shows one consistent moment", async () => {
    const { api, db, storage } = service();
    await writeUntil(api, () => Bun.sleep(500));
    const file = fileFor("busy");
    await writeUntil(api, async () => {
      expect(await foyer(storage, "backup", file)).toEqual({ code: 0, stderr: "" });
      await Bun.sleep(100);
    });

    const rows = await allRows(readBackup(file));
    const of = (table: string) => rows.filter((row) => row.table === table).map(({ values }) => values);
    const persons = of("persons");
    const now = await db.first<{ persons: number }>(agreement);
    expect(persons.length).toBeLessThan(now?.persons as number);
    const told = new Set(of("events").map(({ type, subject_id }) => `${type} ${subject_id}`));
    expect(persons.filter(({ person_id }) => !told.has(`person.created ${person_id}`))).toEqual([]);
    const domains = new Set(of("accounts").map(({ domain }) => domain));
    expect(persons.filter(({ domain }) => domain !== null && !domains.has(domain))).toEqual([]);
    const counters = of("counters").filter(({ name }) => name === "persons");
    expect(counters.reduce((sum, { value }) => sum + Number(value), 0)).toBe(persons.length);
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);

    await onEmptyDatabase(engine, async (db) => {
      await restoreBackup(db, file);
      expect(firstDifference(await allRows(readContent(db)), rows)).toBeUndefined();
    });
  });

  test("a backup restored on the other engine and backed up there again is the same", async () => {
    const [here, there, back] = [fileFor("here"), fileFor("there"), fileFor("back")];
    await takeBackup(service().db, here);
    await onEmptyDatabase(another, async (db) => {
      await restoreBackup(db, here);
      await takeBackup(db, there);
    });
    await onEmptyDatabase(engine, async (db) => {
      await restoreBackup(db, there);
      await takeBackup(db, back);
    });
    const isRestored = (line: string) => {
      const { table, values } = JSON.parse(line);
      return !isOfInstallation(table, values);
    };
    const rowLines = (file: string) => linesOf(file).slice(1, -1).filter(isRestored);
    expect(firstDifference(rowLines(there), rowLines(here))).toBeUndefined();
    expect(firstDifference(rowLines(back), rowLines(here))).toBeUndefined();
    const filled = new Set(rowLines(here).map((line) => JSON.parse(line).table));
    expect(Object.keys(tables).filter((table) => !filled.has(table))).toEqual([]);
  });

  test("a read during a restore sees the old or the new data, never a mixture", async () => {
    const { api, db, storage } = service();
    const look = async () => {
      const [{ items }, row] = await Promise.all([api.call("listPersons", { query: { limit: 20 } }), db.first(agreement)]);
      return [`${items.filter(({ name }) => name === "New").length} new in the list`, JSON.stringify(row)];
    };
    const file = fileFor("swap");
    await takeBackup(db, file);
    const restored = await look();
    await Promise.all(Array.from({ length: 20 }, () => api.call("createPerson", { body: { name: "New" } })));
    const replaced = await look();

    const own = openDatabase(storage);
    const seen = new Set<string>();
    let reading = true;
    const readers = Array.from({ length: 4 }, async () => {
      while (reading) for (const state of await look()) seen.add(state);
    });
    await until(() => replaced.every((state) => seen.has(state)));
    await restoreBackup(own, file, true);
    await until(() => restored.every((state) => seen.has(state)));
    reading = false;
    await Promise.all(readers);
    await own.close();
    expect([...seen].sort()).toEqual([...restored, ...replaced].sort());
  });

  test.if(todaysEngines.includes(engine))(
    "the longest rows there can be are restored as they were",
    async () => {
      const { api, db } = service();
      const { accountId } = await api.call("createAccount", { body: { domain: "long.example" } });
      const body = { source: "crm", type: "note", payload: { text: '"'.repeat(524_000) } };
      const headers = { "idempotency-key": "the longest" };
      await api.call("createAccountLog", { params: { account_id: accountId }, body, headers });
      const { topicId } = await api.call("createTopic", { body: { title: "Full" } });
      await fillTopic(db, topicId);
      const { entries } = await api.call("updateTopic", { params: { topic_id: topicId }, body: { title: "Fuller" }, headers });
      expect(entries.length).toBe(maxEntriesPerTopic);

      // Events get their positions a moment after their commit.
      await until(async () => (await db.first(sql`SELECT 1 AS found FROM events WHERE position IS NULL`)) === undefined);
      const file = fileFor("long");
      // Before the visits of other tests are over, which a slow restore would wait for.
      const backedUp = await lastingRows(db);
      await takeBackup(db, file);
      await onEmptyDatabase(engine, async (other) => {
        await restoreBackup(other, file);
        expect(firstDifference(await lastingRows(other), backedUp)).toBeUndefined();
      });
    },
    60_000,
  );

  test.if(todaysEngines.includes(engine))(
    "a row of 24 MB in UTF-8 is restored as it was on the other engine, and never in memory beside many others",
    async () => {
      const source = await createStorage(engine, { hasTables: true });
      const db = openDatabase(source);
      await db.transaction((tx) =>
        tx.run(sql`INSERT INTO tenants (tenant_id, name, created_at) VALUES (${longTenant}, ${"long"}, 0)`),
      );
      await addPages(db, [longestPage, ...Array.from({ length: 9 }, () => mediumPage)]);
      const file = fileFor("utf8");
      const written = await foyer(source, "backup", file);
      expect(written).toEqual({ code: 0, stderr: "" });

      const before = await pagesOf(readContent(db));
      for (const pages of [before, await pagesOf(readBackup(file))]) {
        expect(pages.reduce((sum, { rows }) => sum + rows, 0)).toBe(10);
        expect(pages.filter(({ rows, bytes }) => rows > 1 && bytes > maxBytesAtOnce)).toEqual([]);
        expect(pages.some(({ rows }) => rows > 1)).toBe(true);
      }
      const target = await createStorage(another);
      expect(await foyer(target, "restore", file)).toEqual({ code: 0, stderr: "" });
      const copy = openDatabase(target);
      expect(await pagesOf(readContent(copy))).toEqual(before);
      await copy.close();
      await target.remove();
      await db.close();
      await source.remove();
    },
    60_000,
  );

  test("every table of the schema is in a backup, by its primary key", async () => {
    const { db } = service();
    const columns = await db.all<{ table: string; column: string }>(statement(primaryKeys[engine]));
    const found: Record<string, string[]> = {};
    for (const { table, column } of columns) (found[table] ??= []).push(column);
    expect(found).toEqual({ ...(tables as object), migrations: ["version"] });
  });
});

/**
 * All but what the service itself may work at meanwhile: jobs, the index for searches, events that are still to be indexed, and
 * vectors of topics that are gone.
 */
async function lastingRows(db: Database) {
  const worked = new Set(["jobs", "unindexed_events", "topic_vectors", "passage_vectors"]);
  return (await allRows(readContent(db))).filter(({ table }) => !worked.has(table) && !table.startsWith("search_"));
}

const longTenant = "tenant_of_long_rows";
const longestPage = "日".repeat(8 * 1_048_576);
const mediumPage = "ü".repeat(524_288);

async function addPages(db: Database, pages: readonly string[]): Promise<void> {
  for (const [number, html] of pages.entries()) {
    const key = sql`${longTenant}, ${"audience"}, ${`version_${number}`}`;
    const insert = sql`INSERT INTO version_pages (tenant_id, audience_id, version_id, html, sources, content_hash, is_indexed)
      VALUES (${key}, ${html}, ${""}, ${"hash"}, ${1})`;
    await db.transaction((tx) => tx.run(insert));
  }
}

/** What was read together of the long rows, without keeping it. */
async function pagesOf(content: AsyncIterable<StoredRows>): Promise<{ rows: number; bytes: number; hash: string }[]> {
  const pages: { rows: number; bytes: number; hash: string }[] = [];
  for await (const { table, rows } of content) {
    const ours = rows.filter(({ tenant_id }) => table === "version_pages" && tenant_id === longTenant);
    if (ours.length === 0) continue;
    const text = JSON.stringify(ours);
    pages.push({ rows: ours.length, bytes: Buffer.byteLength(text), hash: Bun.hash(text).toString(16) });
  }
  return pages;
}

async function addVisit(service: TestService): Promise<void> {
  const { db, api } = service;
  const { token } = await visitedPage(service);
  const tab = new TabByHand(service, token);
  await tab.send(0, [tab.event("s", 0, "", 0)]);
  await computed(service);
  await addSession(db, await tenantIdOf(db, api), { interactions: [interaction("Which plan?")] });
}

/** An audience that was for somebody else before. */
async function replacePerson(api: Api): Promise<void> {
  const { pageId } = (await api.call("listPages", {})).items.find(({ status }) => status !== "archived") as { pageId: string };
  const params = { page_id: pageId, external_id: "replaced" };
  const { personId } = await api.call("createPerson", { body: { name: "Former" } });
  await api.call("upsertAudienceByExternalId", { params, body: { personId } });
  await api.call("upsertAudienceByExternalId", { params, body: { personId: null } });
}

/** A link that led to another audience before. */
/** An erasure halfway through, that nobody goes on with. */
async function addErasure({ api, db }: TestService): Promise<void> {
  const tenantId = await tenantIdOf(db, api);
  const later = Number.MAX_SAFE_INTEGER;
  await db.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO erasures (tenant_id, person_id, person, stage, position, counts, stepped_at)
      VALUES (${tenantId}, 'person_x', '{}', 'audiences', '', '{}', ${later})`);
    await tx.run(sql`
      INSERT INTO erasure_audiences (tenant_id, person_id, relation, audience_id) VALUES (${tenantId}, 'person_x', 'own', 'audience_x')`);
    await tx.run(
      sql`INSERT INTO erased_identifiers (tenant_id, identifier_hash, erased_at) VALUES (${tenantId}, 'hash', ${later})`,
    );
    await tx.run(sql`
      INSERT INTO former_identifiers (tenant_id, person_id, identifier_hash, value) VALUES (${tenantId}, 'person_x', 'hash', NULL)`);
    await tx.run(sql`
      INSERT INTO declared_identifiers (tenant_id, identifier_hash, event_id) VALUES (${tenantId}, 'hash', 'event_z')`);
    await tx.run(sql`
      INSERT INTO submission_identifiers (tenant_id, identifier_hash, submission_id) VALUES (${tenantId}, 'hash', 'submission_z')`);
    await tx.run(sql`
      INSERT INTO used_tokens (tenant_id, token_hash, content_hash, used_at) VALUES (${tenantId}, 'hash', 'hash', ${later})`);
    await tx.run(sql`
      INSERT INTO model_tokens (tenant_id, day, audience_id, tokens) VALUES (${tenantId}, 1, 'audience_x', 1)`);
    await tx.run(sql`
      INSERT INTO event_streams (tenant_id, process_id, streams, seen_at) VALUES (${tenantId}, 'process', 1, 1)`);
    await tx.run(sql`
      INSERT INTO topic_vectors (tenant_id, topic_id, revision, model, changes) VALUES (${tenantId}, 'topic_x', 1, 'small', 1)`);
    await tx.run(sql`
      INSERT INTO passage_vectors (tenant_id, topic_id, chunk_id, text_hash, vector)
      VALUES (${tenantId}, 'topic_x', 'chunk_x', 'hash', 'AQID')`);
    await tx.run(sql`
      INSERT INTO tenant_settings (tenant_id, setting_values, updated_at) VALUES (${tenantId}, '{"rawEventDays":7}', ${later})`);
    await tx.run(sql`
      INSERT INTO unindexed_events (tenant_id, type, walked_to, up_to) VALUES (${tenantId}, 'none', '', 'event_z')`);
  });
}

async function replaceTarget(api: Api): Promise<void> {
  const [one, other] = (await api.call("listPageLinks", {})).items as unknown as [PageLink, PageLink];
  const audienceId = other.target.audienceId;
  await api.call("updatePageLink", {
    params: { page_link_id: one.pageLinkId },
    body: { target: { targetType: "audience", audienceId } },
  });
}

/** One statement over three tables that must agree. */
const agreement = sql`SELECT
  CAST((SELECT count(*) FROM persons) AS INTEGER) AS persons,
  CAST((SELECT count(*) FROM events WHERE type = 'person.created') AS INTEGER) AS told,
  CAST((SELECT sum(value) FROM counters WHERE name = 'persons') AS INTEGER) AS counted`;

const primaryKeys: Record<Engine, string> = {
  sqlite: `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND c.pk > 0 ORDER BY t.name, c.pk`,
  postgres: `SELECT u.table_name::text AS "table", u.column_name::text AS "column"
    FROM information_schema.table_constraints k
    JOIN information_schema.key_column_usage u USING (constraint_schema, constraint_name, table_name)
    WHERE k.constraint_type = 'PRIMARY KEY' AND k.table_schema = 'public' ORDER BY u.table_name, u.ordinal_position`,
};

/** As many entries as a topic holds, each as long as it may be. */
async function fillTopic(db: Database, topicId: string): Promise<void> {
  const added = await db.transaction((tx) =>
    tx.run(sql`
      INSERT INTO topic_entries (tenant_id, topic_id, topic_entry_id, sort_order, type, content, created_at, updated_at)
      WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 200)
      SELECT tenant_id, topic_id, 'entry_' || (1000 + number), number, 'text', ${"x".repeat(100_000)}, 100, 100 FROM topics
      CROSS JOIN numbers WHERE topic_id = ${topicId}`),
  );
  expect(added).toBe(maxEntriesPerTopic);
}

/** 16 clients that create persons until the work is done. */
async function writeUntil(api: Api, work: () => Promise<void>): Promise<void> {
  let working = true;
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let number = 0; working; number += 1) {
      const body = { name: `Writer ${writer}`, domain: `d${number % 50}.example` };
      await api.call("createPerson", { body, headers: { "idempotency-key": crypto.randomUUID() } });
      await Bun.sleep(3);
    }
  });
  try {
    await work();
  } finally {
    working = false;
    await Promise.all(writers);
  }
}

/** The health of a receiver, as its first failure leaves it. */
async function addHealth({ db, api }: TestService): Promise<void> {
  const tenantId = await tenantIdOf(db, api);
  await db.transaction((tx) =>
    tx.run(sql`
      INSERT INTO webhook_health (tenant_id, subscription_id, failures_in_a_row, failing_since, failed_deliveries)
      VALUES (${tenantId}, 'webhook_one', 1, 1763164800000, 1)`),
  );
}
