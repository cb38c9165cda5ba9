import { Database as Connection } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../../server/storage/open";
import { type Database, type Reader, type Transaction, Unavailable } from "../../../server/storage/port";
import { sql, statement } from "../../../server/storage/sql";
import { refuseOldSqlite, sqliteVersion } from "../../../server/storage/sqlite";
import { LogFile } from "../../../server/storage/sqlite/log-file";
import { LogThread } from "../../../server/storage/sqlite/log-thread";
import { SharedReader } from "../../../server/storage/sqlite/reader";
import { createStorage, type Storage } from "../../support/database/engines";
import { until } from "../../support/service/jobs";
import { spawnScript } from "../../support/service/process";
import { useService } from "../../support/service/service";

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

  test("plans a query once, however many rows it is asked for", async () => {
    const prepare = spyOn(Connection.prototype, "prepare");
    for (let limit = 1; limit <= 50; limit += 1) await db.all(sql`SELECT 1 AS planned FROM notes LIMIT ${limit}`);
    const prepared = prepare.mock.calls.map(([text]) => text).filter((text) => text.includes("planned"));
    prepare.mockRestore();
    expect(prepared).toHaveLength(1);
    // SQLite plans a prepared statement again for each value bound to a plain `LIMIT ?`.
    expect(prepared[0]).not.toMatch(/LIMIT \?$/);
  });

  test("waits while another process is creating the file", async () => {
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
    const before = gauge("sqlite_commits_total");
    await Promise.all(Array.from({ length: 500 }, () => write("grouped")));
    const commits = gauge("sqlite_commits_total") - before;
    expect(commits).toBeGreaterThan(0);
    expect(commits).toBeLessThan(50);
  });

  test("answers a change, and lets others read it, once its log is durable: until then reads go on with what was before", async () => {
    const before = await count();
    const disk = Promise.withResolvers<void>();
    const realSync = LogFile.prototype.sync;
    const sync = spyOn(LogFile.prototype, "sync").mockImplementation(async function (this: LogFile) {
      await disk.promise;
      return realSync.call(this);
    });
    const ended: string[] = [];
    const noted = (name: string) => () => void ended.push(name);
    const first = write("first").then(noted("first"));
    while (sync.mock.calls.length === 0) await Bun.sleep(1);
    const second = write("second").then(noted("second"));
    const failing = db.transaction(() => Promise.reject(new Error("refused"))).catch(noted("failing"));
    for (let turn = 0; turn < 20; turn += 1) {
      await Bun.sleep(1);
      expect(await count()).toBe(before);
    }
    expect([ended, sync.mock.calls.length]).toEqual([[], 1]);
    disk.resolve();
    await Promise.all([first, second, failing]);
    sync.mockRestore();
    expect(ended).toEqual(["first", "second", "failing"]);
    expect(await count()).toBe(before + 2);
  });

  test("after a commit that fails, reads see again what other processes write", async () => {
    const before = await count();
    const realHold = SharedReader.prototype.hold;
    const hold = spyOn(SharedReader.prototype, "hold").mockImplementationOnce(function (this: SharedReader) {
      realHold.call(this);
      throw new Error("the disk is gone");
    });
    expect(await write("lost").catch((error) => error)).toBeInstanceOf(Unavailable);
    hold.mockRestore();
    const other = new Connection(file);
    other.run("INSERT INTO notes (body) VALUES ('other')");
    other.close();
    expect(await count()).toBe(before + 1);
  });

  describe("tells the outcome of a transaction", () => {
    const has = async (reader: Reader, id: number) =>
      (await reader.first(sql`SELECT id FROM notes WHERE id = ${id}`)) !== undefined;
    const insert = (tx: Transaction, id: number) => tx.run(sql`INSERT INTO notes (id, body) VALUES (${id}, 'one')`);
    const insertOnce = (id: number) =>
      db.transaction(async (tx) => {
        if (await has(tx, id)) throw new Error("taken");
        await insert(tx, id);
        return "inserted";
      });
    const failAfterWriting = (id: number) =>
      db.transaction(async (tx) => {
        await insert(tx, id);
        throw new Error("failed");
      });

    /** On a busy machine a batch may end between two transactions: then the next round tries again. */
    async function untilShared(attempt: (round: number) => Promise<boolean>): Promise<void> {
      for (let round = 0; round < 50; round += 1) if (await attempt(round)) return;
      throw new Error("These transactions never shared a batch");
    }

    test("only after everything it read is committed, for a refusal as for a success", async () => {
      const other = new Connection(file, { readonly: true });
      const seenOutside = (id: number) => other.query("SELECT id FROM notes WHERE id = ?").get(id) !== null;
      const neighbours = [(id: number) => db.transaction((tx) => insert(tx, id)), failAfterWriting];
      for (const [index, neighbour] of neighbours.entries()) {
        await untilShared(async (round) => {
          const id = 1_000_000 + index * 1_000 + round * 2;
          const before = gauge("sqlite_commits_total");
          const first = insertOnce(id).then(() => seenOutside(id));
          const second = insertOnce(id).catch((error: Error) => [error.message, seenOutside(id)]);
          const third = neighbour(id + 1).catch((error: Error) => error.message);
          expect(await first).toBe(true);
          expect(await second).toEqual(["taken", true]);
          await third;
          return gauge("sqlite_commits_total") - before === 1;
        });
      }
      other.close();
    });

    test("as of its second run, when another transaction of the batch was rolled back", async () => {
      await untilShared(async (round) => {
        const id = 2_000_000 + round * 2;
        let runs = 0;
        const first = db.transaction(async (tx) => {
          runs += 1;
          if (runs > 1) throw new Error("too late");
          await insert(tx, id);
        });
        const outcomes = await Promise.allSettled([first, insertOnce(id), failAfterWriting(id + 1)]);
        if (runs === 1) return false;
        const said = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : outcome.reason.message));
        expect(said).toEqual(["too late", "inserted", "failed"]);
        expect([runs, await has(db, id), await has(db, id + 1)]).toEqual([2, true, false]);
        return true;
      });
    });
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
      expect(await count()).toBe(before);
      await Bun.sleep(20);
    }
    expect(written).toBe(false);
    other.run("COMMIT");
    other.close();
    await waiting;
    expect(await count()).toBe(before + 2);
  });

  test("copies its write-ahead log in a thread, and begins it anew though writing never pauses", async () => {
    const copies = spyOn(LogThread.prototype, "run");
    const failedBefore = gauge("sqlite_failed_checkpoints_total");
    const body = "x".repeat(64 * 1_024);
    let largest = 0;
    let isWriting = true;
    const writeOn = async () => {
      while (isWriting) await write(body);
    };
    const writers = Array.from({ length: 4 }, writeOn);
    await until(() => {
      largest = Math.max(largest, gauge("sqlite_wal_bytes"));
      return copies.mock.calls.length >= 12;
    });
    isWriting = false;
    await Promise.all(writers);
    copies.mockRestore();
    // Each copy is of 8 MB at least, so all of it would be 96.
    expect([largest < 64 * mebibyte, gauge("sqlite_failed_checkpoints_total") - failedBefore]).toEqual([true, 0]);
  });

  test("keeps its write-ahead log bounded under constant writes while another process always reads", async () => {
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
    // All of it would be 256; a busy machine lets the reader hold up some checkpoints.
    expect(largest).toBeLessThan(192 * mebibyte);
  });

  test("leaves no write-ahead log behind when it is closed", async () => {
    const other = await createStorage("sqlite");
    const closing = openDatabase(other);
    await closing.transaction((tx) => tx.run(statement("CREATE TABLE notes (id INTEGER PRIMARY KEY)")));
    await closing.close();
    expect(statSync(join(other.dataFolder, "foyer.db-wal"), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    await other.remove();
  });
});

test("a change whose log can't be made durable may have been made, and nothing is written after it", async () => {
  const storage = await createStorage("sqlite");
  const db = openDatabase(storage);
  await db.transaction((tx) => tx.run(statement("CREATE TABLE notes (id INTEGER PRIMARY KEY)")));
  const add = () => db.transaction((tx) => tx.run(sql`INSERT INTO notes DEFAULT VALUES`));
  const sync = spyOn(LogFile.prototype, "sync").mockRejectedValueOnce(new Error("EIO"));
  const [failed, refused] = [await add().catch((error) => error), await add().catch((error) => error)];
  sync.mockRestore();
  expect([failed, refused].map((error) => [error instanceof Unavailable, error.mayBeDone])).toEqual([
    [true, true],
    [true, false],
  ]);
  expect(db.trouble()).toContain("The disk does not keep");
  await db.close();
  await storage.remove();
});

describe("the SQLite database on a disk that fills up", () => {
  // A limit on the size of each file, above that of the log at which it is written back, stands for the full disk.
  const limited = `ulimit -S -f ${(48 * mebibyte) / 512} && exec "$0" -e "$1"`;
  const filling = `
    import { openDatabase } from "./server/storage/open";
    import { sql, statement } from "./server/storage/sql";
    const db = openDatabase({ databaseUrl: undefined, dataFolder: process.env.FOYER_DATA });
    await db.transaction((tx) => tx.run(statement("CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT)")));
    let kept = 0;
    const refusals = [];
    const write = (body) => db.transaction((tx) => tx.run(sql\`INSERT INTO notes (body) VALUES (\${body})\`)).then(
      () => { kept += 1; },
      (error) => { refusals.push(error.name); });
    while (refusals.length === 0 && kept < 8_000) await Promise.all(Array.from({ length: 16 }, () => write("x".repeat(65_536))));
    const failedCheckpoints = db.gauges().sqlite_failed_checkpoints_total;
    const refused = refusals.length;
    const after = kept;
    for (let more = 0; more < 20; more += 1) await Promise.all([write("small"), write("x".repeat(65_536))]);
    const { count } = await db.first(sql\`SELECT count(*) AS count FROM notes\`);
    await db.close();
    console.log(JSON.stringify({ kept, count, failedCheckpoints, refused, answeredLater: refusals.length - refused + kept - after,
      names: [...new Set(refusals)] }));`;

  let storage: Storage;
  beforeAll(async () => {
    storage = await createStorage("sqlite");
  });
  afterAll(() => storage.remove());

  test("refuses writes it can't store, goes on answering reads, and has every acknowledged write once there is room", async () => {
    const child = Bun.spawn(["sh", "-c", limited, process.execPath, filling], {
      cwd: join(import.meta.dir, "../../.."),
      env: { PATH: process.env.PATH ?? "", ...storage.environment },
      stdio: ["ignore", "pipe", "inherit"],
      timeout: 40_000,
      killSignal: "SIGKILL",
    });
    const output = await new Response(child.stdout).text();
    expect(await child.exited).toBe(0);
    const told = JSON.parse(output);
    expect(told).toMatchObject({ names: ["Unavailable"], answeredLater: 40, count: told.kept });
    expect(told.failedCheckpoints).toBeGreaterThan(0);
    const db = openDatabase(storage);
    expect(await db.first(sql`SELECT count(*) AS count FROM notes`)).toEqual({ count: told.kept });
    await db.transaction((tx) => tx.run(sql`INSERT INTO notes (body) VALUES (${"x".repeat(65_536)})`));
    expect(await db.first(sql`SELECT integrity_check AS outcome FROM pragma_integrity_check`)).toEqual({ outcome: "ok" });
    await db.close();
  });
});

describe("the SQLite database beside another process that writes", () => {
  const service = useService("sqlite");

  test("loses no write of either process and answers every request", async () => {
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
    expect(await db.first(sql`SELECT count(*) AS topics FROM topics`)).toEqual({ topics: 300 });
    expect(await db.first(sql`SELECT integrity_check AS outcome FROM pragma_integrity_check`)).toEqual({ outcome: "ok" });
  });
});
