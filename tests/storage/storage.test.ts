import { Database as Connection } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../server/storage/open";
import { type Database, type Transaction, Unavailable, type Write } from "../../server/storage/port";
import { among, nothing, type Sql, sql, sqlRows, sqlTuple, statement, type Value } from "../../server/storage/sql";
import { createStorage, onBothEngines, type Storage } from "../support/database/engines";
import { stateOf } from "../support/database/state";
import { startTestService } from "../support/service/service";

onBothEngines("the storage port", (engine) => {
  let storage: Storage;
  let db: Database;
  beforeAll(async () => {
    storage = await createStorage(engine);
    db = openDatabase(storage);
    const { text, integer } = db.dialect;
    await db.transaction((tx) =>
      tx.run(statement(`CREATE TABLE notes (name ${text} PRIMARY KEY, value ${integer}, body ${text})`)),
    );
  });
  afterAll(async () => {
    await db.close();
    await storage.remove();
  });

  const insert = (tx: Transaction, name: string, value = 0) =>
    tx.run(sql`INSERT INTO notes (name, value) VALUES (${name}, ${value})`);
  const numberIn = async (name: string, reader: Pick<Database, "first"> = db) =>
    (await reader.first<{ value: number }>(sql`SELECT value FROM notes WHERE name = ${name}`))?.value;
  const names = async (prefix: string) =>
    (await db.all<{ name: string }>(sql`SELECT name FROM notes WHERE name LIKE ${`${prefix}%`} ORDER BY name`)).map(
      ({ name }) => name,
    );

  test("finds rows among more values than either engine takes parameters", async () => {
    await db.transaction((tx) => insert(tx, "among ' \" \\ é 😀", 1));
    const many = [...Array.from({ length: 70_000 }, (_, index) => `nobody ${index}`), "among ' \" \\ é 😀"];
    expect(await db.all(sql`SELECT value FROM notes WHERE name ${among(many)}`)).toEqual([{ value: 1 }]);
    expect(await db.all(sql`SELECT value FROM notes WHERE name ${among([])}`)).toEqual([]);
  });

  describe.each(["as a transaction of its own", "in a transaction"])("a write %s", (where) => {
    const insertion = (name: string) =>
      sql`INSERT INTO notes (name, value, body) VALUES (${name}, ${1}, NULL) ON CONFLICT (name) DO NOTHING`;
    const write = (given: Write) => (where === "in a transaction" ? db.transaction((tx) => tx.write(given)) : db.write(given));
    const prefix = where.replaceAll(" ", "-");

    test("adds its rows together", async () => {
      const inner = { insert: insertion(`${prefix} a2`), followedBy: () => [{ insert: insertion(`${prefix} a3`) }] };
      const followedBy = () => [inner, { insert: insertion(`${prefix} a4`) }];
      expect(await write({ insert: insertion(`${prefix} a1`), followedBy })).toBe(true);
      expect(await names(`${prefix} a`)).toEqual(["a1", "a2", "a3", "a4"].map((name) => `${prefix} ${name}`));
    });

    test("adds nothing after an insertion that added nothing", async () => {
      await db.transaction((tx) => insert(tx, `${prefix} b1`));
      const followedBy = () => [{ insert: insertion(`${prefix} b2`) }];
      expect(await write({ insert: insertion(`${prefix} b1`), followedBy })).toBe(false);
      expect(
        await write({ insert: insertion(`${prefix} b3`), followedBy: () => [{ insert: insertion(`${prefix} b1`), followedBy }] }),
      ).toBe(true);
      expect(await names(`${prefix} b`)).toEqual([`${prefix} b1`, `${prefix} b3`]);
    });

    test("that fails leaves nothing behind, and the writes beside it are there", async () => {
      const failing = sql`INSERT INTO notes (name, value) VALUES (${`${prefix} c1`}, ${1})`;
      const outcomes = await Promise.allSettled([
        write({ insert: insertion(`${prefix} c0`) }),
        write({ insert: insertion(`${prefix} c1`), followedBy: () => [{ insert: failing }] }),
        write({ insert: insertion(`${prefix} c2`) }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(await names(`${prefix} c`)).toEqual([`${prefix} c0`, `${prefix} c2`]);
    });
  });

  test("gives back every value as it was stored", async () => {
    const values: [string, Value, Value][] = [
      ["v1", Number.MAX_SAFE_INTEGER, "é\u0301 😀 \u0001 '\"\\ $1 ? %"],
      ["v2", -Number.MAX_SAFE_INTEGER, ""],
      ["v3", null, null],
      ["v4", 0, "x".repeat(300_000)],
    ];
    await db.transaction(async (tx) => {
      for (const [name, value, body] of values)
        expect(await tx.run(sql`INSERT INTO notes (name, value, body) VALUES (${name}, ${value}, ${body})`)).toBe(1);
    });
    const rows = await db.all<{ name: string; value: Value; body: Value }>(
      sql`SELECT name, value, body FROM notes WHERE name ${among(["v1", "v2", "v3", "v4"])} ORDER BY name`,
    );
    expect(rows.map(({ name, value, body }) => [name, value, body])).toEqual(values);
    const changed = await db.transaction((tx) =>
      tx.run(sql`DELETE FROM notes WHERE name ${among(values.map(([name]) => name))}`),
    );
    expect(changed).toBe(4);
    expect(await db.all(sql`SELECT name FROM notes WHERE name ${among([])}`)).toEqual([]);
  });

  test("takes any number of rows at once", async () => {
    for (const count of [0, 1, 2, 63, 64, 65, 200]) {
      const rows = Array.from({ length: count }, (_, index) => [`many ${count} ${String(index).padStart(3, "0")}`, index]);
      await db.transaction((tx) =>
        Promise.all(sqlRows(rows).map((some) => tx.run(sql`INSERT INTO notes (name, value) VALUES ${some}`))),
      );
      const found = await db.all<{ name: string; value: number }>(
        sql`SELECT name, value FROM notes WHERE name LIKE ${`many ${count} %`} ORDER BY name`,
      );
      expect(found.map(({ name, value }) => [name, value])).toEqual(rows);
    }
  });

  test("sorts text by its bytes, whatever the locale", async () => {
    const sorted = ["sort-", "sort-A", "sort-Z", "sort-_", "sort-a", "sort-z", "sort-é", "sort-😀"];
    await db.transaction((tx) => Promise.all(sorted.toReversed().map((name) => insert(tx, name))));
    expect(await names("sort-")).toEqual(sorted);
  });

  test("reads never see an uncommitted write, not even one of their own process", async () => {
    const seen: (number | undefined)[] = [];
    await db.transaction(async (tx) => {
      await insert(tx, "dirty", 1);
      expect(await numberIn("dirty", tx)).toBe(1);
      for (let turn = 0; turn < 5; turn += 1) {
        seen.push(await numberIn("dirty"), await db.snapshot((reader) => numberIn("dirty", reader)));
        await new Promise((next) => setImmediate(next));
      }
    });
    expect(seen).toEqual(Array(10).fill(undefined));
    expect(await numberIn("dirty")).toBe(1);
  });

  test("every read after an acknowledged write sees it", async () => {
    await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        for (let round = 0; round < 10; round += 1) {
          const name = `own-${writer}-${round}`;
          void numberIn("keeps a snapshot open");
          await db.transaction((tx) => insert(tx, name, round));
          expect(await numberIn(name)).toBe(round);
        }
      }),
    );
  });

  test("a failed transaction leaves nothing and does not disturb others", async () => {
    await db.transaction((tx) => insert(tx, "beside-taken"));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        db.transaction(async (tx) => {
          await insert(tx, `beside-${String(index).padStart(2, "0")}`);
          if (index % 3 === 1) throw new Error("changed its mind");
          if (index % 3 === 2) await insert(tx, "beside-taken");
          return index;
        }),
      ),
    );
    const expected = outcomes.map((_, index) => (index % 3 === 0 ? "fulfilled" : "rejected"));
    expect(outcomes.map(({ status }) => status)).toEqual(expected);
    const kept = Array.from({ length: 20 }, (_, index) => `beside-${String(index * 3).padStart(2, "0")}`);
    expect(await names("beside-")).toEqual([...kept, "beside-taken"]);
  });

  test("a statement after the end of its transaction is refused and changes nothing", async () => {
    const { promise: leaked, resolve } = Promise.withResolvers<Transaction>();
    await db.transaction(async (tx) => resolve(tx));
    const late = await leaked;
    const outcomes = await Promise.allSettled([
      insert(late, "late-alone"),
      db.transaction(async (tx) => {
        await insert(tx, "late-host");
        await insert(late, "late-guest");
        throw new Error("rolled back");
      }),
    ]);
    expect(await names("late-")).toEqual([]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  test("what runs under a lock runs alone", async () => {
    await db.transaction((tx) => insert(tx, "counter"));
    const add = () =>
      db.transaction(async (tx) => {
        await tx.lock("counter");
        const value = (await numberIn("counter", tx)) as number;
        await new Promise((turn) => setTimeout(turn, 1));
        await tx.run(sql`UPDATE notes SET value = ${value + 1} WHERE name = 'counter'`);
      });
    await Promise.all(Array.from({ length: 30 }, add));
    expect(await numberIn("counter")).toBe(30);
  });

  test("a snapshot shows one moment, however much is written meanwhile", async () => {
    const count = sql`SELECT CAST(count(*) AS INTEGER) AS count FROM notes`;
    await db.snapshot(async (reader) => {
      const before = await reader.first<{ count: number }>(count);
      await Promise.all([1, 2, 3].map((index) => db.transaction((tx) => insert(tx, `snapshot-${index}`))));
      expect(await reader.first<{ count: number }>(count)).toEqual(before);
      expect((await db.first<{ count: number }>(count))?.count).toBe((before?.count as number) + 3);
    });
  });

  test("a closed database is reported as unavailable", async () => {
    const other = openDatabase(storage);
    await other.transaction((tx) => insert(tx, "before closing"));
    await other.close();
    const refused = await other.transaction((tx) => insert(tx, "after closing")).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Unavailable);
  });
});

onBothEngines("what the database holds", (engine) => {
  const secretWords = [
    "Vanishing Person",
    "vanish@vanishing.example",
    "+49987654321",
    "linkedin.example/vanishing",
    "vanishing-person",
  ];

  test("after a person is erased: no trace of them in any table or file", async () => {
    const service = await startTestService(engine);
    const { api, db, storage } = service;
    const [name, email, phoneNumber, linkedinProfileUrl] = secretWords as [string, string, string, string];
    const body = { name, email, phoneNumber, linkedinProfileUrl: `https://${linkedinProfileUrl}` };
    const { personId } = await api.call("createPerson", { body, headers: { "idempotency-key": "a" } });
    const params = { person_id: personId };
    await api.call("updatePerson", { params, body: { name: `${name} Changed` }, headers: { "idempotency-key": "b" } });
    await api.call("upsertPersonByEmail", { params: { email }, body: { name } });
    const [account] = (await api.call("listAccounts", {})).items;
    const accountParams = { account_id: account?.accountId as string };
    await api.call("updateAccount", { params: accountParams, body: { name: "Stays" }, headers: { "idempotency-key": "c" } });
    expect(found(await stateOf(db))).toEqual(secretWords);
    await api.call("deletePerson", { params });
    expect(found(await stateOf(db))).toEqual([]);
    if (engine === "sqlite") {
      const connection = new Connection(join(storage.dataFolder, "foyer.db"));
      const checkpoint = () => connection.query("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
      for (let tries = 0; checkpoint().busy !== 0 && tries < 100; tries += 1) await Bun.sleep(20);
      connection.close();
      const files = readdirSync(storage.dataFolder)
        .filter((file) => file.startsWith("foyer.db"))
        .map((file) => readFileSync(join(storage.dataFolder, file), "latin1"));
      expect(found(files)).toEqual([]);
    }
    await service.stop();
  });

  test("of an API key: its hash, never the key", async () => {
    const service = await startTestService(engine);
    const { api, db } = service;
    const created = await api.call("createApiKey", {
      body: { name: "k", scopes: ["*"] },
      headers: { "idempotency-key": "k" },
    });
    const rotated = await api.call("rotateApiKey", { params: { key_id: created.keyId }, headers: { "idempotency-key": "r" } });
    const everything = JSON.stringify(await stateOf(db));
    for (const key of [api.key, created.key as string, rotated.key as string]) {
      expect(everything).not.toContain(key.slice(6, 49));
      expect(everything).toContain(new Bun.CryptoHasher("sha256").update(key).digest("hex"));
    }
    await service.stop();
  });

  function found(everything: unknown): string[] {
    const text = JSON.stringify(everything);
    return secretWords.filter((word) => text.includes(word));
  }
});

describe("queries", () => {
  test("pass everything from a request as parameters, never as SQL text", () => {
    const query = sql`SELECT ${"a'; DROP TABLE x; --"} ${sql`WHERE b = ${2} AND ${sql`c IN ${sqlTuple([3, "d"])}`}`} LIMIT ${1}`;
    expect(query.pieces.join("?")).toBe("SELECT ? WHERE b = ? AND c IN (?, ?) LIMIT ?");
    expect(query.values).toEqual(["a'; DROP TABLE x; --", 2, 3, "d", 1]);
  });

  test("of one shape share one object, so that a driver prepares them once", () => {
    const shape = (value: number) => sql`SELECT ${value} ${sql`AND ${value}`}`.pieces;
    expect(shape(1)).toBe(shape(2));
  });

  test("from one call site are told apart by whether a value or SQL was inserted", () => {
    const shape = (value: Value | Sql) => sql`SELECT ${value} ${nothing}`.pieces.join("?");
    expect([shape("name"), shape(sql`name`), shape("name")]).toEqual(["SELECT ? ", "SELECT name ", "SELECT ? "]);
  });

  test("that look for any number of values have one shape", () => {
    const shapes = new Set([0, 1, 2, 70_000].map((count) => sql`a ${among(Array<string>(count).fill("b"))}`.pieces));
    expect(shapes.size).toBe(1);
  });

  test("for many rows have few shapes, however many rows there are", () => {
    const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => [index, `row ${index}`]);
    const shapes = new Set(Array.from({ length: 300 }, (_, count) => sqlRows(rowsOf(count)).map(({ pieces }) => pieces)).flat());
    expect(shapes.size).toBe(7);
  });
});
