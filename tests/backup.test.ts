import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { checkBackup, readBackup } from "../cli/backup/read";
import type { CommandContext } from "../cli/command";
import { backup } from "../cli/commands/backup";
import { restore } from "../cli/commands/restore";
import { maxEntriesPerTopic, operations, type PageLink } from "../contract";
import { createIds } from "../server/ids";
import { readContent, replaceContent, type StoredRows, tables } from "../server/storage/backup";
import { migrate } from "../server/storage/migrate";
import { migrations } from "../server/storage/migrations";
import { openDatabase } from "../server/storage/open";
import type { Database } from "../server/storage/port";
import { sql, statement } from "../server/storage/sql";
import type { Api } from "./support/api";
import { createStorage, type Engine, onBothEngines } from "./support/engines";
import { tenantIdOf } from "./support/rows";
import { type TestService, useService } from "./support/service";
import { addSession } from "./support/sessions";
import { send, World } from "./support/world";

const folder = mkdtempSync(join(tmpdir(), "foyer-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
    await fill(service().api);
  }, 60_000);

  test("a backup taken while 16 clients write is one consistent moment", async () => {
    const { api, db, storage } = service();
    await writeUntil(api, () => Bun.sleep(500));
    const file = fileFor("busy");
    await writeUntil(api, async () => {
      const command = [process.execPath, "cli/main.ts", "backup", file];
      const env = { PATH: process.env.PATH ?? "", ...storage.environment };
      const child = Bun.spawn(command, { cwd: join(import.meta.dir, ".."), env, stdio: ["ignore", "ignore", "inherit"] });
      expect(await child.exited).toBe(0);
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

  test("a backup goes through the other engine and back without a difference", async () => {
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
    const rowLines = (file: string) => linesOf(file).slice(1, -1);
    expect(firstDifference(rowLines(there), rowLines(here))).toBeUndefined();
    expect(firstDifference(rowLines(back), rowLines(here))).toBeUndefined();
    const filled = new Set(rowLines(here).map((line) => JSON.parse(line).table));
    expect(Object.keys(tables).filter((table) => !filled.has(table))).toEqual([]);
  });

  test("a damaged file is refused and nothing changes", async () => {
    const file = fileFor("sound");
    await takeBackup(service().db, file);
    const damages = damagesOf(readFileSync(file), linesOf(file));
    await onEmptyDatabase(engine, async (db) => {
      await restoreBackup(db, file);
      const before = await allRows(readContent(db));
      const broken = fileFor("broken");
      for (const [name, bytes] of Object.entries(damages)) {
        writeFileSync(broken, bytes);
        const refused = await restoreBackup(db, broken, true).then(
          () => `${name} was restored`,
          (error: Error) => error.name,
        );
        expect(`${name}: ${refused}`).toBe(`${name}: Failure`);
      }
      expect(firstDifference(await allRows(readContent(db)), before)).toBeUndefined();
    });
  });

  test("a restore that fails half-way changes nothing", async () => {
    const file = fileFor("sound-form");
    await takeBackup(service().db, file);
    const lines = linesOf(file);
    const persons = lines.filter((line) => line.startsWith(`{"table":"persons"`));
    await onEmptyDatabase(engine, async (db) => {
      await restoreBackup(db, file);
      const before = await allRows(readContent(db));
      for (const extra of [persons[0] as string, `{"table":"unicorns","values":{"tenant_id":"x"}}`]) {
        writeFileSync(file, sealed([...lines.slice(0, -1), extra]));
        await checkBackup(file);
        await expect(restoreBackup(db, file, true)).rejects.toThrow();
        expect(firstDifference(await allRows(readContent(db)), before)).toBeUndefined();
      }
    });
  });

  test("whoever reads during a restore sees the old or the new, never a mixture", async () => {
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
    await Bun.sleep(50);
    await restoreBackup(own, file, true);
    await Bun.sleep(50);
    reading = false;
    await Promise.all(readers);
    await own.close();
    expect([...seen].sort()).toEqual([...restored, ...replaced].sort());
  });

  test("a backup of an older Foyer is brought up to date, one of a newer refused", async () => {
    const file = fileFor("older");
    await takeBackup(service().db, file);
    const { header } = await checkBackup(file);
    const later = [
      ...migrations,
      () => ["ALTER TABLE persons ADD COLUMN greeting TEXT", "UPDATE persons SET greeting = 'Hello ' || name"],
    ];
    await onEmptyDatabase(engine, async (db) => {
      await db.transaction(async (tx) => {
        await tx.run(statement("ALTER TABLE persons ADD COLUMN greeting TEXT"));
        await tx.run(sql`INSERT INTO migrations (version) VALUES (${later.length})`);
      });
      await replaceContent(db, { migration: header.migration, content: () => readBackup(file), overwrite: false, steps: later });
      const persons = await db.all<{ name: string; greeting: string }>(sql`SELECT name, greeting FROM persons`);
      expect(persons.length).toBeGreaterThan(0);
      expect(persons.filter(({ name, greeting }) => greeting !== `Hello ${name}`)).toEqual([]);
    });
    await onEmptyDatabase(engine, async (db) => {
      const newer = { ...header, migration: migrations.length + 1 };
      writeFileSync(file, sealed([JSON.stringify(newer), ...linesOf(file).slice(1, -1)]));
      await expect(restoreBackup(db, file)).rejects.toThrow("The backup is from a newer Foyer. Nothing was changed.");
      expect(await allRows(readContent(db))).toEqual([]);
    });
  });

  test("the longest rows there can be are restored as they were", async () => {
    const { api, db } = service();
    const { accountId } = await api.call("createAccount", { body: { domain: "long.example" } });
    const body = { source: "crm", type: "note", payload: { text: '"'.repeat(524_000) } };
    const headers = { "idempotency-key": "the longest" };
    await api.call("createAccountLog", { params: { account_id: accountId }, body, headers });
    const { topicId } = await api.call("createTopic", { body: { title: "Full" } });
    await fillTopic(db, topicId);
    const { entries } = await api.call("updateTopic", { params: { topic_id: topicId }, body: { title: "Fuller" }, headers });
    expect(entries.length).toBe(maxEntriesPerTopic);

    const file = fileFor("long");
    await takeBackup(db, file);
    await onEmptyDatabase(engine, async (other) => {
      await restoreBackup(other, file);
      expect(firstDifference(await allRows(readContent(other)), await allRows(readContent(db)))).toBeUndefined();
    });
  }, 60_000);

  test("every table of the schema is in a backup, by its primary key", async () => {
    const { db } = service();
    const columns = await db.all<{ table: string; column: string }>(statement(primaryKeys[engine]));
    const found: Record<string, string[]> = {};
    for (const { table, column } of columns) (found[table] ??= []).push(column);
    expect(found).toEqual({ ...(tables as object), migrations: ["version"] });
  });
});

describe("a backup file", () => {
  test("that is far longer than it says does not fill the memory", async () => {
    const bomb = join(folder, "bomb");
    writeFileSync(bomb, gzipSync(Buffer.alloc(64 * 1_048_576, 32)));
    await expect(checkBackup(bomb)).rejects.toThrow("a line has no end");
  });
});

async function addVisit({ db, api }: TestService): Promise<void> {
  const interaction = {
    componentContext: "Pricing",
    componentId: "plans",
    groundingChunkIds: [],
    label: "Which plan?",
    options: ["Team"],
    responseText: "Team",
    timestamp: 1,
  };
  await addSession(db, await tenantIdOf(db, api), { interactions: [interaction] });
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
async function replaceTarget(api: Api): Promise<void> {
  const [one, other] = (await api.call("listPageLinks", {})).items as [PageLink, PageLink];
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

function contextOf(db: Database): CommandContext {
  return { now: Date.now(), newId: createIds(Date.now), database: async () => db };
}

function takeBackup(db: Database, file: string) {
  return backup.run(contextOf(db), { positionals: [file], options: { force: true } });
}

function restoreBackup(db: Database, file: string, replace = false) {
  return restore.run(contextOf(db), { positionals: [file], options: { replace } });
}

async function onEmptyDatabase(engine: Engine, work: (db: Database) => Promise<void>): Promise<void> {
  const storage = await createStorage(engine);
  const db = openDatabase(storage);
  try {
    await migrate(db);
    await work(db);
  } finally {
    await db.close();
    await storage.remove();
  }
}

/** Something in every table, with text that is easily spoiled on the way. */
async function fill(api: Api): Promise<void> {
  for (const name of ["Zoë\u2028Ünïcödé", "日本 😀", 'quote " \\ \n new line', "e\u0301"]) {
    const { personId } = await api.call("createPerson", {
      body: { name, email: `p${name.length}@acme.com` },
      headers: { "idempotency-key": `person ${name.length}` },
    });
    await api.call("updatePerson", { params: { person_id: personId }, body: { phoneNumber: "+4915112345678" } });
  }
  const [account] = (await api.call("listAccounts", {})).items;
  const account_id = account?.accountId as string;
  const payload = { deep: [{ number: 1.5, nothing: null, yes: true, text: "\u2029" }] };
  await api.call("createAccountLog", { params: { account_id }, body: { source: "crm", type: "note", payload } });
  const { topicId } = await api.call("createTopic", { body: { title: "Pricing", sortOrder: Number.MAX_SAFE_INTEGER } });
  const content = { type: "text", content: "x".repeat(100_000) };
  await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
}

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

async function allRows(content: AsyncIterable<StoredRows>) {
  const pages = await Array.fromAsync(content);
  return pages.flatMap(({ table, rows }) => rows.map((values) => ({ table, values })));
}

/** For lists that are too long to be shown. */
function firstDifference(found: readonly unknown[], expected: readonly unknown[]): unknown {
  const length = Math.max(found.length, expected.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => !Bun.deepEquals(found[index], expected[index]));
  return at === undefined ? undefined : { at, found: found[at], expected: expected[at] };
}

function linesOf(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");
}

/** Header and rows with a trailer that fits them. */
function sealed(lines: string[]): Buffer {
  const text = lines.map((line) => `${line}\n`).join("");
  const rows: Record<string, number> = {};
  for (const { table } of lines.slice(1).map((line) => JSON.parse(line) as { table: string }))
    rows[table] = (rows[table] ?? 0) + 1;
  return gzipSync(`${text}${JSON.stringify({ end: true, rows, sha256: createHash("sha256").update(text).digest("hex") })}\n`);
}

function damagesOf(whole: Buffer, lines: string[]): Record<string, Buffer> {
  const zipped = (changed: string[]) => gzipSync(`${changed.join("\n")}\n`);
  const flipped = (at: number) => Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 0x10 : byte)));
  const cut = [0, 5, 20, Math.floor(whole.length / 2), whole.length - 8, whole.length - 1];
  const flips = [20, 0.25, 0.5, 0.75].map((at) => (at < 1 ? Math.floor(whole.length * at) : at));
  const row = lines.findIndex((line) => line.startsWith(`{"table":"persons"`) && line.includes("+4915112345678"));
  return {
    ...Object.fromEntries(cut.map((length) => [`cut to ${length} of ${whole.length} bytes`, whole.subarray(0, length)])),
    ...Object.fromEntries([...flips, whole.length - 6].map((at) => [`byte ${at} of ${whole.length} flipped`, flipped(at)])),
    "a row missing": zipped(lines.toSpliced(row, 1)),
    "a row twice": zipped(lines.toSpliced(row, 0, lines[row] as string)),
    "a row changed": zipped(lines.with(row, (lines[row] as string).replace("+4915112345678", "+4915112345679"))),
    "no trailer": zipped(lines.slice(0, -1)),
    "a row after the trailer": zipped([...lines, lines[row] as string]),
    "cut off and zipped again": gzipSync(lines.join("\n").slice(0, -10)),
    "not zipped": Buffer.from(lines.join("\n")),
    "something else": gzipSync("{}\n"),
    "a later form": sealed([(lines[0] as string).replace(`"version":1`, `"version":2`), ...lines.slice(1, -1)]),
    "a table no statement may name": sealed([...lines.slice(0, -1), `{"table":"persons; --","values":{"tenant_id":"x"}}`]),
  };
}
