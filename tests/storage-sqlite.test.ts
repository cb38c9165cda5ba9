import { Database as Connection } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../server/storage/open";
import type { Database } from "../server/storage/port";
import { sql, statement } from "../server/storage/sql";
import { refuseOldSqlite, sqliteVersion } from "../server/storage/sqlite";
import { createStorage, type Storage } from "./support/engines";
import { spawnScript } from "./support/process";
import { useService } from "./support/service";

setDefaultTimeout(60_000);

const mebibyte = 1_048_576;

describe("SQLite", () => {
  test("is refused when older than 3.51.3", () => {
    for (const old of ["3.51.2", "3.50.9", "3.7.17", "2.99.99"]) expect(() => refuseOldSqlite(old)).toThrow("too old");
    for (const good of ["3.51.3", "3.51.10", "3.52.0", "3.100.0", "4.0.0", sqliteVersion()])
      expect(() => refuseOldSqlite(good)).not.toThrow();
  });
});

describe("the SQLite database", () => {
  let storage: Storage;
  let db: Database;
  let file: string;
  beforeAll(async () => {
    storage = await createStorage("sqlite");
    file = join(storage.dataFolder, "foyer.db");
    db = openDatabase(storage);
    await db.transaction((tx) => tx.run(statement("CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT)")));
  });
  afterAll(async () => {
    await db.close();
    await storage.remove();
  });

  const gauge = (name: string) => db.gauges()[name] as number;
  const write = (body: string) => db.transaction((tx) => tx.run(sql`INSERT INTO notes (body) VALUES (${body})`));
  const count = async () => (await db.first<{ count: number }>(sql`SELECT count(*) AS count FROM notes`))?.count as number;

  test("keeps its data folder to its owner", async () => {
    const folder = join(storage.dataFolder, "new", "data");
    const other = openDatabase({ databaseUrl: undefined, dataFolder: folder });
    expect(statSync(folder).mode & 0o077).toBe(0);
    await other.close();
  });

  test("waits, as it opens, for a process that is just making the file", async () => {
    const other = await createStorage("sqlite");
    const holder = `
      import { Database } from "bun:sqlite";
      const db = new Database(process.env.FILE);
      db.run("BEGIN EXCLUSIVE");
      console.log("holding");
      await Bun.sleep(300);
      db.run("COMMIT");`;
    await using child = spawnScript(holder, { FILE: join(other.dataFolder, "foyer.db") });
    while (child.output() === "") await Bun.sleep(5);
    const opened = openDatabase(other);
    await opened.transaction((tx) => tx.run(statement("CREATE TABLE notes (id INTEGER PRIMARY KEY)")));
    await opened.close();
    await other.remove();
  });

  test("commits the writes of requests in flight together", async () => {
    const before = gauge("sqlite_commits");
    await Promise.all(Array.from({ length: 500 }, () => write("grouped")));
    const commits = gauge("sqlite_commits") - before;
    expect(commits).toBeGreaterThan(0);
    expect(commits).toBeLessThan(50);
  });

  test("waits for a process that is writing, and goes on reading meanwhile", async () => {
    const other = new Connection(file);
    other.run("BEGIN IMMEDIATE");
    other.run("INSERT INTO notes (body) VALUES ('other')");
    const before = await count();
    let written = false;
    const waiting = write("waited").then(() => {
      written = true;
    });
    for (let reads = 0; reads < 20; reads += 1) {
      const started = performance.now();
      expect(await count()).toBe(before);
      expect(performance.now() - started).toBeLessThan(250);
      await Bun.sleep(20);
    }
    expect(written).toBe(false);
    other.run("COMMIT");
    other.close();
    await waiting;
    expect(await count()).toBe(before + 2);
  });

  test("keeps its log bounded under constant writes, though another process is always reading", async () => {
    const reader = `
      import { Database } from "bun:sqlite";
      const open = () => new Database(process.env.FILE, { readonly: true });
      const [one, two] = [open(), open()];
      const read = (db) => db.query("SELECT max(id) FROM notes").get();
      one.run("BEGIN"); read(one);
      console.log("reading");
      // One of the two always holds a snapshot: each begins before the other ends.
      for (;;) {
        two.run("BEGIN"); read(two); await Bun.sleep(5); one.run("COMMIT");
        one.run("BEGIN"); read(one); await Bun.sleep(5); two.run("COMMIT");
      }`;
    await using child = spawnScript(reader, { FILE: file });
    while (child.output() === "") await Bun.sleep(10);
    const body = "x".repeat(64 * 1_024);
    let largest = 0;
    for (let written = 0; written < 256 * mebibyte; written += 16 * body.length) {
      await Promise.all(Array.from({ length: 16 }, () => write(body)));
      largest = Math.max(largest, gauge("sqlite_wal_bytes"));
    }
    expect(child.child.exitCode).toBeNull();
    expect(largest).toBeGreaterThan(mebibyte);
    expect(largest).toBeLessThan(128 * mebibyte);
  });

  test("leaves no log behind when it is closed", async () => {
    const other = await createStorage("sqlite");
    const closing = openDatabase(other);
    await closing.transaction((tx) => tx.run(statement("CREATE TABLE notes (id INTEGER PRIMARY KEY)")));
    await closing.close();
    expect(statSync(join(other.dataFolder, "foyer.db-wal"), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    await other.remove();
  });
});

describe("the SQLite database beside another process that writes", () => {
  const service = useService("sqlite");

  test("loses nothing of either and answers every request", async () => {
    const { api, storage, db } = service();
    const writer = `
      import { openDatabase } from "./server/storage/open";
      import { sql } from "./server/storage/sql";
      const db = openDatabase({ databaseUrl: undefined, dataFolder: process.env.FOYER_DATA });
      const { tenant_id } = await db.first(sql\`SELECT tenant_id FROM tenants\`);
      console.log("writing");
      for (let index = 0; index < 300; index += 1) await db.transaction((tx) => tx.run(sql\`
        INSERT INTO topics (tenant_id, topic_id, title, sort_order, is_default, created_at, updated_at)
        VALUES (\${tenant_id}, \${"topic_" + index}, 'from outside', 0, 0, 100, 100)\`));
      await db.close();
      console.log("written");`;
    await using child = spawnScript(writer, storage.environment);
    while (!child.output().includes("writing")) await Bun.sleep(5);
    const statuses: number[] = [];
    while (child.child.exitCode === null) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => api.send("createPerson", { body: { name: "From Inside" } })),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    expect((await child.ended).stdout).toContain("written");
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect((await api.call("listPersons", {})).totalCount).toBe(statuses.length);
    expect((await api.call("listTopics", {})).totalCount).toBe(300);
    expect(await db.first(sql`SELECT integrity_check AS outcome FROM pragma_integrity_check`)).toEqual({ outcome: "ok" });
  });
});
