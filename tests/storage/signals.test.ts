import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { openDatabase } from "../../server/storage/open";
import type { Database } from "../../server/storage/port";
import { sql, statement } from "../../server/storage/sql";
import { createStorage, onBothEngines, type Storage } from "../support/database/engines";
import { PostgresServer } from "../support/database/postgres";
import { createProxy } from "../support/network/proxy";
import { until } from "../support/service/jobs";

const settleMs = 60;
/** Only against hanging. */
const patienceMs = 10_000;

onBothEngines("signals", (engine) => {
  let storage: Storage;
  let db: Database;
  beforeAll(async () => {
    storage = await createStorage(engine);
    db = openDatabase(storage);
    await db.transaction((tx) => tx.run(statement(`CREATE TABLE notes (name ${db.dialect.text} PRIMARY KEY)`)));
  });
  afterAll(async () => {
    await db.close();
    await storage.remove();
  });

  function listen(channel: string) {
    const heard: string[] = [];
    return { heard, stop: db.listen(channel, (payload) => heard.push(payload)) };
  }

  test("are heard once the transaction is committed, each once, with what they carry", async () => {
    const { heard } = listen("news");
    const other = listen("other news");
    const seenBefore: number[] = [];
    await db.transaction(async (tx) => {
      await tx.signal("news", "é 😀 one");
      await tx.signal("news", "two two");
      await tx.signal("news", "two two");
      await tx.signal("news");
      tx.wake("other news");
      tx.wake("other news");
      await Bun.sleep(settleMs);
      seenBefore.push(heard.length, other.heard.length);
    });
    await until(() => heard.length >= 3 && other.heard.length >= 1);
    await Bun.sleep(settleMs);
    expect(seenBefore).toEqual([0, 0]);
    expect(heard).toEqual(["é 😀 one", "two two", ""]);
    expect(other.heard).toEqual([""]);
  });

  test("of a failed transaction are never heard, and those of a repeated one are heard once", async () => {
    const { heard } = listen("outcomes");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        db.transaction(async (tx) => {
          await tx.signal("outcomes", String(index));
          await tx.run(sql`INSERT INTO notes (name) VALUES (${`outcome ${index}`})`);
          if (index % 2 === 1) throw new Error("changed its mind");
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await until(() => heard.length >= 5);
    await Bun.sleep(settleMs);
    expect(heard.toSorted()).toEqual(["0", "2", "4", "6", "8"]);
  });

  test("are heard by all who listen, until they stop", async () => {
    const [one, two] = [listen("shared"), listen("shared")];
    await db.transaction((tx) => tx.signal("shared", "first"));
    await until(() => one.heard.length > 0 && two.heard.length > 0);
    one.stop();
    await db.transaction((tx) => tx.signal("shared", "second"));
    await until(() => two.heard.length > 1);
    expect([one.heard, two.heard]).toEqual([["first"], ["first", "second"]]);
  });

  test("carry 7,900 bytes, and a longer one fails its transaction on either engine", async () => {
    const { heard } = listen("long");
    await db.transaction((tx) => tx.signal("long", "é".repeat(3_950)));
    await until(() => heard.length > 0);
    const refused = db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO notes (name) VALUES ('too long')`);
      await tx.signal("long", "é".repeat(3_951));
    });
    expect(refused).rejects.toThrow("7900 bytes");
    await refused.catch(() => {});
    expect(await db.first(sql`SELECT name FROM notes WHERE name = 'too long'`)).toBeUndefined();
  });
});

test("on SQLite, listeners are told that they may have missed some when another process writes", async () => {
  const storage = await createStorage("sqlite");
  const [here, there] = [openDatabase(storage), openDatabase(storage)];
  try {
    await here.transaction((tx) => tx.run(statement("CREATE TABLE notes (name TEXT PRIMARY KEY)")));
    let missed = 0;
    here.listen(
      "news",
      () => {},
      () => (missed += 1),
    );
    await Bun.sleep(1_100);
    await here.transaction((tx) => tx.run(sql`INSERT INTO notes (name) VALUES ('ours')`));
    await Bun.sleep(600);
    expect(missed).toBe(0);
    await there.transaction((tx) => tx.run(sql`INSERT INTO notes (name) VALUES ('theirs')`));
    await until(() => missed === 1, patienceMs);
  } finally {
    await Promise.all([here.close(), there.close()]);
    await storage.remove();
  }
});

describe("signals between processes on PostgreSQL", () => {
  let postgres: PostgresServer;
  let url: string;
  let here: Database;
  let there: Database;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
    url = await postgres.createDatabase("foyer");
  });
  afterAll(() => postgres.stop());
  beforeEach(() => {
    here = openDatabase({ databaseUrl: url, dataFolder: "" });
    there = openDatabase({ databaseUrl: url, dataFolder: "" });
  });
  afterEach(() => Promise.all([here.close(), there.close()]).then(() => {}));

  /** Resolved when the server knows of it. */
  async function listen(db: Database) {
    const heard: string[] = [];
    let missed = 0;
    db.listen(
      "news",
      (payload) => heard.push(payload),
      () => (missed += 1),
    );
    await until(() => missed === 1);
    return { heard, missed: () => missed };
  }

  test("reach every process once, with what they carry", async () => {
    const [near, far] = [await listen(here), await listen(there)];
    await here.transaction((tx) => tx.signal("news", "from here to there"));
    await there.transaction((tx) => tx.signal("news", "and back"));
    await here.transaction(async (tx) => tx.wake("news"));
    await until(() => near.heard.length >= 3 && far.heard.length >= 3);
    await Bun.sleep(settleMs);
    expect(near.heard.toSorted()).toEqual(["", "and back", "from here to there"]);
    expect(far.heard.toSorted()).toEqual(["", "and back", "from here to there"]);
  });

  test("a thousand wake-ups reach other processes as a few, the last one after the last commit", async () => {
    const { heard } = await listen(there);
    for (let count = 0; count < 1_000; count += 50) {
      await Promise.all(Array.from({ length: 50 }, () => here.transaction(async (tx) => tx.wake("news"))));
    }
    const soFar = heard.length;
    await until(() => heard.length > soFar);
    expect(heard.length).toBeLessThan(500);
  });

  for (const how of ["halt", "kill"] as const) {
    test(`are heard again after the server is back (${how}), and listeners are told that they may have missed some`, async () => {
      const { heard, missed } = await listen(there);
      await postgres[how]();
      await Bun.sleep(1_500);
      await postgres.launch();
      await until(() => missed() === 2, patienceMs);
      await until(() =>
        here
          .transaction((tx) => tx.signal("news", how))
          .then(
            () => true,
            () => false,
          ),
      );
      await until(() => heard.includes(how), patienceMs);
    });
  }

  test("are heard again after the listening connection alone was cut", async () => {
    const { heard, missed } = await listen(there);
    await here.first(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'foyer listening'`);
    await until(() => missed() === 2, patienceMs);
    await here.transaction((tx) => tx.signal("news", "still here"));
    await until(() => heard.length > 0, patienceMs);
  });

  test("are heard again when the listening connection goes silent without being cut", async () => {
    await using proxy = await createProxy(new URL(url));
    const through = openDatabase({ databaseUrl: proxy.url, dataFolder: "" });
    try {
      const { heard, missed } = await listen(through);
      proxy.silence("foyer listening");
      await here.transaction((tx) => tx.signal("news", "lost"));
      await until(() => missed() === 2, 2 * patienceMs);
      await here.transaction((tx) => tx.signal("news", "heard"));
      await until(() => heard.length > 0, patienceMs);
      expect(heard).toEqual(["heard"]);
    } finally {
      await through.close();
    }
  });

  test("are heard by a listener that was added while the server was down", async () => {
    await postgres.halt();
    const listening = listen(there);
    await Bun.sleep(1_000);
    await postgres.launch();
    const { heard } = await listening;
    await here.transaction((tx) => tx.signal("news", "late"));
    await until(() => heard.length > 0, patienceMs);
  });

  test("leave no connection behind once the database is closed", async () => {
    await listen(there);
    await there.close();
    const listening = sql`
      SELECT pid FROM pg_stat_activity WHERE application_name = 'foyer listening'`;
    await until(async () => (await here.all(listening)).length === 0, patienceMs);
  });
});
