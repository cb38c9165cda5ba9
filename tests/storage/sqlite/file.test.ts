import { Database as Connection } from "bun:sqlite";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../../server/storage/open";
import { Unavailable } from "../../../server/storage/port";
import { sql, statement } from "../../../server/storage/sql";
import { createStorage, type Storage } from "../../support/database/engines";
import { until } from "../../support/service/jobs";
import { runServer, type ServerProcess, spawnServer } from "../../support/service/process";

let storage: Storage;
beforeEach(async () => {
  storage = await createStorage("sqlite");
});
afterEach(() => storage.remove());

const pageBytes = 4_096;
const grownBytes = 1_000_000;
const file = () => join(storage.dataFolder, "foyer.db");
const createPerson = ({ api }: ServerProcess) => api.send("createPerson", { body: { name: "Ada" } });
const createTopic = ({ api }: ServerProcess) => api.send("createTopic", { body: { title: "T" } });
const readiness = async ({ origin }: ServerProcess) => (await fetch(`${origin}/readyz`)).status;

/** A stopped installation with one person, which is made once and copied; returns its key. */
async function installation(): Promise<string> {
  original ??= await makeInstallation();
  cpSync(original.storage.dataFolder, storage.dataFolder, { recursive: true });
  return original.key;
}

let original: Awaited<ReturnType<typeof makeInstallation>> | undefined;
afterAll(() => original?.storage.remove());

async function makeInstallation(): Promise<{ storage: Storage; key: string }> {
  const storage = await createStorage("sqlite");
  await using server = await spawnServer(storage.environment);
  expect((await createPerson(server)).status).toBe(201);
  await server.stop();
  return { storage, key: server.api.key };
}

/** The page where a table begins becomes noise. */
function damage(table: string): void {
  const connection = new Connection(file(), { readonly: true });
  const { rootpage } = connection.query("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table) as { rootpage: number };
  const { page_size } = connection.query("PRAGMA page_size").get() as { page_size: number };
  connection.close();
  const descriptor = openSync(file(), "r+");
  writeSync(descriptor, Buffer.alloc(page_size, 0xff), 0, page_size, (rootpage - 1) * page_size);
}

describe("a server whose SQLite file is damaged", () => {
  test("is not ready and writes nothing more once it has seen the damage, and still answers reads of what is whole", async () => {
    const key = await installation();
    damage("persons");
    await using server = await spawnServer(storage.environment, key);
    const seen = await server.api.send("listPersons", {});
    expect([seen.status, seen.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await readiness(server)).toBe(503);
    expect((await createTopic(server)).status).toBe(503);
    expect((await server.api.send("listTopics", {})).status).toBe(200);
    expect((await server.stop()).stdout).toContain("foyer.db is damaged. Stop Foyer");
  });
});

describe("a server whose SQLite file goes away", () => {
  test("acknowledges no write when the file goes while its commit waits for a turn", async () => {
    const db = openDatabase(storage);
    await db.transaction((tx) => tx.run(statement("CREATE TABLE notes (id INTEGER PRIMARY KEY)")));
    const write = db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO notes (id) VALUES (1)`);
      setImmediate(() => rmSync(`${file()}-wal`));
      // Longer than a stretch of work: the event loop goes on before the commit.
      Bun.sleepSync(20);
    });
    expect(await write.catch((error) => error)).toBeInstanceOf(Unavailable);
    await db.close();
  });

  const ways = {
    "deleted with its folder": () => rmSync(storage.dataFolder, { recursive: true }),
    "replaced by a copy": () => {
      copyFileSync(file(), `${file()}.copy`);
      renameSync(`${file()}.copy`, file());
    },
    emptied: () => truncateSync(file()),
    "cut short by a page": () => truncateSync(file(), statSync(file()).size - pageBytes),
    "without its log": () => rmSync(`${file()}-wal`),
  };
  for (const [way, lose] of Object.entries(ways)) {
    test(`acknowledges no write when the file is ${way}, and is not ready`, async () => {
      // The file of a first start may be in its log as a whole.
      await using server = await spawnServer(storage.environment, await installation());
      expect((await createPerson(server)).status).toBe(201);
      expect(await readiness(server)).toBe(200);
      lose();
      expect((await createPerson(server)).status).toBe(503);
      expect(await readiness(server)).toBe(503);
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    });
  }
});

test("a server goes on when another process makes its SQLite file smaller with VACUUM", async () => {
  await using server = await spawnServer(storage.environment, await installation());
  const other = new Connection(file());
  other.run("PRAGMA busy_timeout = 30000");
  const bytes = () => {
    other.run("PRAGMA wal_checkpoint(TRUNCATE)");
    return statSync(file()).size;
  };
  const before = bytes();
  // Twice as much: some of it goes into pages of the file that are free.
  other.run(`CREATE TABLE filler AS SELECT zeroblob(${2 * grownBytes}) AS bytes`);
  await until(() => bytes() > before + grownBytes);
  expect((await createPerson(server)).status).toBe(201);
  other.run("DROP TABLE filler");
  other.run("VACUUM");
  await until(() => bytes() < before + grownBytes);
  other.close();
  expect([(await createPerson(server)).status, await readiness(server)]).toEqual([201, 200]);
});

describe("a start without a database", () => {
  const refusal = async () => {
    const { code, stderr } = await runServer(storage.environment);
    expect(stderr).toContain("restore a backup");
    expect(stderr).toContain("To begin anew, set FOYER_DATA to an empty folder");
    return [code, /foyer\.db is \w+/.exec(stderr)?.[0]];
  };
  const isServed = async () => {
    await using server = await spawnServer(storage.environment);
    return (await createPerson(server)).status === 201;
  };

  // One byte is empty for SQLite, too.
  test.each([0, 1])("is refused when the file of an earlier installation has %i bytes left", async (bytes) => {
    await installation();
    truncateSync(file(), bytes);
    expect(await refusal()).toEqual([1, "foyer.db is empty"]);
  });

  test("is refused when half of the file is gone", async () => {
    await installation();
    truncateSync(file(), statSync(file()).size >> 1);
    expect(await refusal()).toEqual([1, undefined]);
  });

  test("is refused when the file is missing and uploaded files are there", async () => {
    mkdirSync(join(storage.dataFolder, "files", "tenant_01jz0000000000000000000000"), { recursive: true });
    expect(await refusal()).toEqual([1, "foyer.db is missing"]);
  });

  test("is refused when the file is missing and its log is there", async () => {
    writeFileSync(`${file()}-wal`, "log");
    expect(await refusal()).toEqual([1, "foyer.db is missing"]);
  });

  test("makes one in a folder that has nothing but an empty folder for files", async () => {
    mkdirSync(join(storage.dataFolder, "files"));
    expect(await isServed()).toBe(true);
  });

  test("goes on where a first start was killed right after it had made the file", async () => {
    writeFileSync(file(), "");
    expect(await isServed()).toBe(true);
  });
});
