import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Person } from "../../../contract";
import { openDatabase } from "../../../server/storage/open";
import { type Database, type Transaction, Unavailable } from "../../../server/storage/port";
import { oneStatement } from "../../../server/storage/postgres/one-statement";
import { sql, statement } from "../../../server/storage/sql";
import { createStorage, type Storage } from "../../support/database/engines";
import { PostgresServer } from "../../support/database/postgres";
import { Api } from "../../support/service/api";
import { launchServer, type ServerProcess, spawnScript, spawnServer } from "../../support/service/process";

/** Longer than a busy machine needs, shorter than a request that waits for a statement or a lock in vain. */
const hangMs = 25_000;
const untilPatienceMs = 60_000;

interface Outcome {
  status: number;
  ms: number;
  personId?: string;
}

describe("the service, when PostgreSQL goes and comes back", () => {
  let postgres: PostgresServer;
  let folder: string;
  let service: ServerProcess;
  let environment: Record<string, string>;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
    folder = mkdtempSync(join(tmpdir(), "foyer-test-"));
    environment = { FOYER_DATA: folder, DATABASE_URL: await postgres.createDatabase("foyer") };
    service = await spawnServer(environment);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const readiness = async () => (await fetch(`${service.origin}/readyz`)).status;

  test("answers 503 meanwhile, works again without a restart, and no request hangs", async () => {
    using load = startLoad(service.api, 8);
    await Bun.sleep(500);
    await postgres.halt();
    await Bun.sleep(500);
    expect(await readiness()).toBe(503);
    expect((await fetch(`${service.origin}/healthz`)).status).toBe(200);
    const refused = await service.api.send("listPersons", {});
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    await postgres.launch();
    await untilOk(service.api);
    const all = await Promise.all(Array.from({ length: 40 }, () => service.api.send("listPersons", {})));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await readiness()).toBe(200);
    await Bun.sleep(300);
    const outcomes = await load.stop();
    expect([...new Set(outcomes.map(({ status }) => status))].sort()).toEqual([201, 503]);
    expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(hangMs);
    await expectAllThere(outcomes);
  });

  test("loses no acknowledged write when the database server is killed", async () => {
    using load = startLoad(service.api, 16);
    await until(() => load.acknowledged() > 50);
    await postgres.kill();
    await Bun.sleep(200);
    await postgres.launch();
    await untilOk(service.api);
    const outcomes = await load.stop();
    await expectAllThere(outcomes);
  });

  test("reads from a standby that a failover has left it with, refuses to write with 503, and writes again afterwards", async () => {
    const { personId } = await service.api.call("createPerson", { body: { name: "Ada" } });
    await postgres.relaunch({ isStandby: true });
    const params = { person_id: personId };
    await until(async () => (await service.api.send("getPerson", { params })).status === 200);
    const writes = [
      service.api.send("createPerson", { body: { name: "Grace" } }),
      service.api.send("createAccount", { body: { domain: "standby.example" } }),
      service.api.send("updatePerson", { params, body: { name: "Ada Lovelace" } }),
      service.api.send("deletePerson", { params }),
    ];
    const refused = (await Promise.all(writes)).map(({ status, headers }) => `${status} ${headers.get("retry-after")}`);
    expect(refused).toEqual(writes.map(() => "503 1"));
    await postgres.relaunch({ isStandby: false });
    await until(async () => (await service.api.send("updatePerson", { params, body: { name: "Ada L." } })).status === 200);
  });

  test("waits for a database that is still coming up when it starts", async () => {
    await postgres.halt();
    await using late = launchServer(environment);
    await until(() => late.output().includes("waiting for the database"));
    await postgres.launch();
    await until(() => late.output().includes("listening"));
    const origin = /"url":"([^"]+)"/.exec(late.output())?.[1] as string;
    expect((await new Api(origin, service.api.key).send("listPersons", {})).status).toBe(200);
    await untilOk(service.api);
  });

  async function expectAllThere(outcomes: Outcome[]): Promise<void> {
    const db = openDatabase({ databaseUrl: postgres.url("foyer"), dataFolder: folder });
    const stored = new Set((await db.all<{ person_id: string }>(sql`SELECT person_id FROM persons`)).map((row) => row.person_id));
    const lone = await db.all(sql`
      SELECT person_id FROM persons WHERE NOT EXISTS (SELECT 1 FROM events WHERE subject_id = person_id)`);
    await db.close();
    expect(outcomes.filter(({ personId }) => personId !== undefined && !stored.has(personId))).toEqual([]);
    expect(lone).toEqual([]);
  }
});

/** Writers that create persons one after another until told to stop; what became of each request, 0 for no answer. */
function startLoad(api: Api, writers: number) {
  let running = true;
  const outcomes: Outcome[] = [];
  const done = Promise.all(
    Array.from({ length: writers }, async () => {
      while (running) {
        const started = performance.now();
        const { status, body } = await api
          .send("createPerson", { body: { name: "Under Load" } })
          .catch(() => ({ status: 0, body: undefined }));
        const ms = performance.now() - started;
        outcomes.push({ status, ms, ...(status === 201 && { personId: (body as Person).personId }) });
        if (status !== 201) await Bun.sleep(20);
      }
    }),
  );
  const end = () => {
    running = false;
  };
  return {
    acknowledged: () => outcomes.filter(({ status }) => status === 201).length,
    async stop() {
      end();
      await done;
      return outcomes;
    },
    [Symbol.dispose]: end,
  };
}

async function untilOk(api: Api): Promise<void> {
  await until(async () => (await api.send("listPersons", {})).status === 200);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const patientUntil = performance.now() + untilPatienceMs;
  while (!(await isSo())) {
    if (performance.now() > patientUntil) throw new Error(`It never became so: ${isSo}`);
    await Bun.sleep(20);
  }
}

describe("the PostgreSQL database", () => {
  let storage: Storage;
  let db: Database;
  beforeAll(async () => {
    storage = await createStorage("postgres");
    db = openDatabase(storage);
    const { integer } = db.dialect;
    await db.transaction((tx) => tx.run(statement(`CREATE TABLE notes (id ${integer} PRIMARY KEY, value ${integer} NOT NULL)`)));
  });
  afterAll(async () => {
    await db.close();
    await storage.remove();
  });

  const put = (tx: Transaction, id: number) =>
    tx.run(sql`INSERT INTO notes (id, value) VALUES (${id}, 0) ON CONFLICT (id) DO UPDATE SET value = 0`);
  const add = (tx: Transaction, id: number) => tx.run(sql`UPDATE notes SET value = value + 1 WHERE id = ${id}`);
  const numberIn = async (id: number) =>
    (await db.first<{ value: number }>(sql`SELECT value FROM notes WHERE id = ${id}`))?.value;
  const retries = () => db.gauges().postgres_transaction_retries_total as number;
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: unknown) => (error instanceof Unavailable ? "unavailable" : "failed"),
    );

  /** Resolves for the first to come when the second is there too; later ones, retries, pass. */
  function meeting(): () => Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let arrived = 0;
    return () => {
      arrived += 1;
      if (arrived === 2) resolve();
      return promise;
    };
  }

  test("two transactions in a deadlock both succeed in the end", async () => {
    await db.transaction((tx) => Promise.all([put(tx, 1), put(tx, 2)]));
    const before = retries();
    const meet = meeting();
    const cross = (first: number, second: number) =>
      db.transaction(async (tx) => {
        await add(tx, first);
        await meet();
        await add(tx, second);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect([await numberIn(1), await numberIn(2)]).toEqual([2, 2]);
    expect(retries() - before).toBeGreaterThan(0);
  });

  test("a serialisation failure is tried again", async () => {
    await db.transaction((tx) => put(tx, 3));
    const before = retries();
    const meet = meeting();
    const readThenWrite = () =>
      db.transaction(async (tx) => {
        await tx.run(statement("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"));
        const row = await tx.first<{ value: number }>(sql`SELECT value FROM notes WHERE id = 3`);
        await meet();
        await tx.run(sql`UPDATE notes SET value = ${(row?.value as number) + 1} WHERE id = 3`);
      });
    await Promise.all([readThenWrite(), readThenWrite()]);
    expect(await numberIn(3)).toBe(2);
    expect(retries() - before).toBeGreaterThan(0);
  });

  test("a violated constraint fails only its own transaction and leaves every connection clean", async () => {
    await db.transaction((tx) => put(tx, 4));
    const taken = () => db.transaction((tx) => tx.run(sql`INSERT INTO notes (id, value) VALUES (4, 0)`));
    const empty = () => db.transaction((tx) => tx.run(sql`INSERT INTO notes (id, value) VALUES (5, NULL)`));
    const wrong = () => db.transaction((tx) => tx.run(statement("SELECT nothing FROM nowhere")));
    const thrown = () =>
      db.transaction(async (tx) => {
        await add(tx, 4);
        throw new Error("changed its mind");
      });
    const bad = Array.from({ length: 10 }, () => [taken(), empty(), wrong(), thrown()].map(outcomeOf)).flat();
    const good = Array.from({ length: 20 }, () => outcomeOf(db.transaction((tx) => add(tx, 4))));
    expect(new Set(await Promise.all(bad))).toEqual(new Set(["failed"]));
    expect(new Set(await Promise.all(good))).toEqual(new Set(["done"]));
    expect(await numberIn(4)).toBe(20);
    const stuck = await db.all(sql`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`);
    expect(stuck).toEqual([]);
  });

  test("data that the server finds damaged can't be answered with, which is no fault of the request", async () => {
    for (const state of ["XX001", "XX002"]) {
      const damaged = statement(`DO $$ BEGIN RAISE EXCEPTION 'invalid page' USING ERRCODE = '${state}'; END $$`);
      const failed = db.transaction((tx) => tx.run(damaged)).catch((error: unknown) => error);
      expect(await failed).toBeInstanceOf(Unavailable);
    }
  });

  test("a transaction that goes on after a failed statement is not committed", async () => {
    await db.transaction((tx) => put(tx, 6));
    const goesOn = db.transaction(async (tx) => {
      await add(tx, 6);
      await tx.run(statement("SELECT nothing FROM nowhere")).catch(() => {});
    });
    expect(await outcomeOf(goesOn)).toBe("failed");
    expect(await numberIn(6)).toBe(0);
    expect(await outcomeOf(db.transaction((tx) => add(tx, 6)))).toBe("done");
  });

  test("writes of thousands of forms are not remembered for ever", async () => {
    const seen = Array.from({ length: 5_000 }, (_, index) => {
      const pieces = [`INSERT INTO notes (id, value) VALUES (`, `, ${index})`];
      oneStatement({ insert: { pieces, values: [index] } });
      return new WeakRef(pieces);
    });
    await Bun.sleep(0);
    Bun.gc(true);
    expect(seen.filter((pieces) => pieces.deref() !== undefined).length).toBeLessThan(2_500);
  });

  test("a query with a limit is planned once, and few limits have a statement of their own", async () => {
    await db.transaction((tx) => tx.run(statement("CREATE TABLE many (id DOUBLE PRECISION PRIMARY KEY, value TEXT NOT NULL)")));
    await db.transaction(async (tx) => {
      await tx.run(statement("INSERT INTO many SELECT number, 'x' FROM generate_series(1, 20000) AS number"));
      await tx.run(statement("ANALYZE many"));
    });
    const plans = sql`SELECT statement, CAST(generic_plans AS INTEGER) AS kept FROM pg_prepared_statements WHERE statement LIKE '%FROM many%'`;
    await db.transaction(async (tx) => {
      const page = (limit: number) => tx.all(sql`SELECT id FROM many WHERE id > ${10} ORDER BY id LIMIT ${limit}`);
      for (let time = 0; time < 12; time += 1) expect(await page(21)).toHaveLength(21);
      const [{ kept }] = (await tx.all<{ kept: number }>(plans)) as [{ kept: number }];
      expect(kept).toBeGreaterThan(5);
      for (let limit = 1; limit <= 40; limit += 1) expect(await page(limit)).toHaveLength(limit);
      expect((await tx.all(plans)).length).toBeLessThan(10);
    });
  });

  test("more transactions at once than there are connections all run in the end", async () => {
    await db.transaction((tx) => put(tx, 6));
    await Promise.all(Array.from({ length: 200 }, () => db.transaction((tx) => add(tx, 6))));
    expect(await numberIn(6)).toBe(200);
  });

  test("connections cut while the event loop is busy are replaced", async () => {
    await db.transaction((tx) => put(tx, 7));
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => db.transaction((tx) => add(tx, 7))));
      await using cutter = spawnScript(cut, storage.environment);
      while (!cutter.output().includes("ready")) await Bun.sleep(5);
      Bun.sleepSync(700);
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcomeOf(db.transaction((tx) => add(tx, 7)))));
      expect((await cutter.ended).stdout).toContain("cut");
      expect(outcomes).not.toContain("failed");
      await until(async () => (await outcomeOf(numberIn(7))) === "done");
      expect(new Set(await Promise.all(Array.from({ length: 30 }, () => outcomeOf(numberIn(7)))))).toEqual(new Set(["done"]));
    }
  });

  test("a transaction whose connection is cut is undone, and the next one works", async () => {
    await db.transaction((tx) => put(tx, 8));
    const cutDuring = db.transaction(async (tx) => {
      await add(tx, 8);
      const row = await tx.first<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      await db.first(sql`SELECT pg_terminate_backend(${row?.pid as number}::integer) AS cut`);
      await Bun.sleep(20);
      await add(tx, 8);
    });
    expect(await outcomeOf(cutDuring)).toBe("unavailable");
    expect(await numberIn(8)).toBe(0);
    expect(await outcomeOf(db.transaction((tx) => add(tx, 8)))).toBe("done");
    expect(await numberIn(8)).toBe(1);
  });

  test("an address where nothing listens is soon reported as unavailable", async () => {
    const nowhere = openDatabase({ databaseUrl: "postgres://nobody@127.0.0.1:1/nothing", dataFolder: storage.dataFolder });
    const started = performance.now();
    expect(await outcomeOf(nowhere.first(sql`SELECT 1`))).toBe("unavailable");
    expect(await outcomeOf(nowhere.transaction((tx) => tx.first(sql`SELECT 1`)))).toBe("unavailable");
    expect(performance.now() - started).toBeLessThan(hangMs);
    await nowhere.close();
  });

  /** Ends every other connection of the database, a moment after it said that it is ready. */
  const cut = `
    import { SQL } from "bun";
    const admin = new SQL(process.env.DATABASE_URL, { max: 1 });
    await admin\`SELECT 1\`;
    console.log("ready");
    await Bun.sleep(200);
    const ended = await admin\`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()\`;
    if (ended.length > 0) console.log("cut");
    await admin.close();`;
});
