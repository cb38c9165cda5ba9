import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../server/storage/open";
import { type Database, Unavailable } from "../../../server/storage/port";
import { sql, statement } from "../../../server/storage/sql";
import { PostgresServer } from "../../support/database/postgres";
import { createProxy } from "../../support/network/proxy";
import type { Received } from "../../support/service/api";
import { until } from "../../support/service/jobs";
import { spawnServer } from "../../support/service/process";
import { startTestService, type TestService } from "../../support/service/service";

const statementMs = 1_000;
/** A statement's time, a new connection's, and what a busy machine takes. Without a deadline there is no answer at all. */
const answerMs = 10_000;
/** Twice ten connections, and one that listens. */
const maxConnections = 21;

let postgres: PostgresServer;
let folder: string;
beforeAll(async () => {
  postgres = await PostgresServer.start();
  folder = mkdtempSync(join(tmpdir(), "foyer-test-"));
});
afterEach(() => postgres.resume());
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a PostgreSQL that stops answering without closing its connections", () => {
  let service: TestService;
  beforeAll(async () => {
    const databaseUrl = await postgres.createDatabase("service");
    const storage = { databaseUrl, dataFolder: folder, statementMs, environment: {}, remove: async () => {} };
    service = await startTestService("postgres", { storage });
  });
  afterAll(() => service?.stop());

  const readiness = async () => (await fetch(`${service.origin}/readyz`)).status;
  const create = (name: string, key?: string) =>
    service.api.send("createPerson", { body: { name }, ...(key && { headers: { "idempotency-key": key } }) });
  const openFiles = () => readdirSync("/proc/self/fd").length;

  test("leaves no request without an answer, is noticed by /readyz, and is forgotten soon after", async () => {
    const { personId } = await service.api.call("createPerson", { body: { name: "Ada" } });
    postgres.pause();
    const started = performance.now();
    const requests = Array.from({ length: 30 }, (_, index): Promise<Received<unknown>> => {
      if (index % 3 === 0) return service.api.send("getPerson", { params: { person_id: personId } });
      if (index % 3 === 1) return create("Without a key");
      return service.api.send("updatePerson", { params: { person_id: personId }, body: { name: "Ada Lovelace" } });
    });
    expect(await readiness()).toBe(503);
    const visit = await fetch(`${service.pagesOrigin}/somewhere`, { headers: { host: "pages.foyer.test" } });
    const answers = await Promise.all(requests);
    expect(performance.now() - started).toBeLessThan(answerMs);
    expect([...new Set(answers.map(({ status, headers }) => `${status} ${headers.get("retry-after")}`))]).toEqual(["503 1"]);
    expect(visit.status).toBe(503);
    // New connections are not answered either.
    expect((await create("Later")).status).toBe(503);
    postgres.resume();
    await until(async () => (await readiness()) === 200);
    // On a busy machine the first of them may still be over the deadline.
    await until(async () => {
      const again = await Promise.all(Array.from({ length: 40 }, () => create("Afterwards")));
      return again.every(({ status }) => status === 201);
    });
  });

  test("a change that may have been made says so, and a repeat with its Idempotency-Key makes it once", async () => {
    // A connection that is not open yet could not have taken the change.
    await Promise.all(Array.from({ length: 40 }, () => create("Warm")));
    // A key is known for a second: from here on, if it is looked up again.
    await Bun.sleep(1_100);
    await create("Known");
    postgres.pause();
    const [alone, keyed] = await Promise.all([create("Alone"), create("Keyed", "once")]);
    expect(alone).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect((alone.body as { detail: string }).detail).toContain("not known whether the change was made");
    expect(keyed.status).toBe(503);
    postgres.resume();
    await until(async () => (await create("Keyed", "once")).status === 201);
    expect(await service.db.all(sql`SELECT name FROM persons WHERE name = 'Keyed'`)).toHaveLength(1);
  });

  test("leaves no connection behind, however often it happens", async () => {
    // The requests' own connections are open from here on.
    await Promise.all(Array.from({ length: 30 }, () => create("Before")));
    const before = openFiles();
    for (let pause = 0; pause < 3; pause += 1) {
      postgres.pause();
      const answers = await Promise.all(Array.from({ length: 30 }, () => create("Meanwhile")));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      postgres.resume();
      await until(async () => (await create("Between")).status === 201);
    }
    await until(() => openFiles() <= before + maxConnections);
    // A pool that was replaced serves what it was already sent for a second more.
    await until(async () => {
      const open = await service.db.all(
        sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`,
      );
      return open.length <= maxConnections;
    });
  });
});

describe("a transaction whose PostgreSQL stops answering", () => {
  let db: Database;
  beforeAll(async () => {
    db = openDatabase({ databaseUrl: await postgres.createDatabase("transactions"), dataFolder: folder, statementMs });
    await db.transaction((tx) => tx.run(statement("CREATE TABLE notes (id INTEGER PRIMARY KEY)")));
  });
  afterAll(() => db?.close());

  const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: Unavailable) => error);
  const notes = async () => (await db.all<{ id: number }>(sql`SELECT id FROM notes ORDER BY id`)).map(({ id }) => id);

  test("is undone when it was not at its end", async () => {
    const failure = await failureOf(
      db.transaction(async (tx) => {
        await tx.run(sql`INSERT INTO notes (id) VALUES (1)`);
        postgres.pause();
        await tx.run(sql`INSERT INTO notes (id) VALUES (2)`);
      }),
    );
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure?.mayBeDone).toBe(false);
    postgres.resume();
    await until(async () => (await failureOf(notes())) === undefined);
    expect(await notes()).toEqual([]);
  });

  test("is reported as perhaps made when its commit was not answered", async () => {
    const failure = await failureOf(
      db.transaction(async (tx) => {
        await tx.run(sql`INSERT INTO notes (id) VALUES (3)`);
        postgres.pause();
      }),
    );
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure?.mayBeDone).toBe(true);
    postgres.resume();
    // The commit was on its way: PostgreSQL reads it when it goes on.
    await until(async () => (await notes()).includes(3));
  });

  test("ends alone when only its own statement takes too long", async () => {
    const slow = failureOf(db.transaction((tx) => tx.run(statement("SELECT pg_sleep(30)"))));
    const others = Array.from({ length: 20 }, () => failureOf(notes()));
    expect((await slow)?.mayBeDone).toBe(false);
    expect((await Promise.all(others)).filter(Boolean)).toEqual([]);
  });

  test("may take longer when it is a migration", async () => {
    const pause = statement(`SELECT pg_sleep(${(statementMs * 2.5) / 1_000})`);
    expect(await failureOf(db.transaction((tx) => tx.run(pause), { isLong: true }))).toBeUndefined();
    expect(await failureOf(db.transaction((tx) => tx.run(pause)))).toBeInstanceOf(Unavailable);
  });

  test("waits for another that is a migration, however long that takes", async () => {
    const pause = statement(`SELECT pg_sleep(${(statementMs * 2.5) / 1_000})`);
    const migration = () =>
      db.transaction(
        async (tx) => {
          await tx.lock("migrations");
          await tx.run(pause);
        },
        { isLong: true },
      );
    expect(await Promise.all([migration(), migration()].map(failureOf))).toEqual([undefined, undefined]);
  });
});

test("a listener whose PostgreSQL goes silent at its LISTEN tries again by itself, and hears what comes once it answers", async () => {
  const databaseUrl = await postgres.createDatabase("listening");
  await using proxy = await createProxy(new URL(databaseUrl));
  const options = { dataFolder: folder, statementMs };
  const [here, there] = [openDatabase({ ...options, databaseUrl }), openDatabase({ ...options, databaseUrl: proxy.url })];
  try {
    const heard: string[] = [];
    let missed = 0;
    const listening = (payload: string) => heard.push(payload);
    proxy.silenceAt("LISTEN");
    there.listen("news", listening, () => (missed += 1));
    await until(() => proxy.silenced() >= 2);
    expect(missed).toBe(0);
    proxy.silenceAt(undefined);
    await until(() => missed === 1);
    await here.transaction((tx) => tx.signal("news", "heard"));
    await until(() => heard.length > 0);
    expect(heard).toEqual(["heard"]);
  } finally {
    await Promise.all([here.close(), there.close()]);
  }
});

test("a server that is told to stop while PostgreSQL is silent answers what it was sent and ends within ten seconds", async () => {
  const DATABASE_URL = await postgres.createDatabase("stopping");
  await using server = await spawnServer({ FOYER_DATA: folder, DATABASE_URL });
  await server.api.call("createPerson", { body: { name: "Ada" } });
  postgres.pause();
  const requests = Array.from({ length: 5 }, () => server.api.send("createPerson", { body: { name: "Stuck" } }));
  await Bun.sleep(100);
  const started = performance.now();
  const ended = await server.stop();
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([503]));
  expect(ended.code).toBe(0);
});
