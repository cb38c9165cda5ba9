import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocalFiles } from "../../server/files/local";
import { openS3Files } from "../../server/files/s3";
import { checkStore, WrongFileStore } from "../../server/files/store-mark";
import { createStorage, onBothEngines, type Storage } from "../support/database/engines";
import { foyer, onEmptyDatabase, restoreBackup, takeBackup, useBackupFolder } from "../support/features/backups";
import { startS3 } from "../support/network/s3";
import { type Environment, runServer, spawnServer } from "../support/service/process";
import { useService } from "../support/service/service";

const folder = useBackupFolder();
const settings = { FOYER_SECRET: "x".repeat(40), FOYER_API_KEY: "y".repeat(40) };

describe("nodes of one database", () => {
  /** A node whose data folder is its own, on the PostgreSQL of the others. */
  async function withNodes(work: (first: Environment, second: Environment, storage: Storage) => Promise<void>) {
    const storage = await createStorage("postgres", { hasTables: true });
    const own = mkdtempSync(join(tmpdir(), "foyer-node-"));
    const first = { ...storage.environment, ...settings };
    try {
      await work(first, { ...first, FOYER_DATA: own }, storage);
    } finally {
      rmSync(own, { recursive: true, force: true });
      await storage.remove();
    }
  }

  test("a second one that keeps files in a folder of its own does not start, and says what to do", async () => {
    await withNodes(async (first, second, storage) => {
      await using running = await spawnServer(first);
      const refused = await runServer(second);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("FOYER_S3_BUCKET")]);
      const alike = await spawnServer(first);
      await Promise.all([alike.stop(), running.stop()]);

      expect((await foyer(storage, "files", "moved")).code).toBe(0);
      await (await spawnServer(second)).stop();
      expect((await runServer(first)).code).toBe(1);
    });
  });

  test("with one bucket start wherever they are, and none without it", async () => {
    const s3 = startS3();
    try {
      await withNodes(async (first, second) => {
        await using running = await spawnServer({ ...first, ...s3.environment });
        await (await spawnServer({ ...second, ...s3.environment })).stop();
        expect((await runServer(first)).stderr).toContain("files moved");
        await running.stop();
      });
    } finally {
      s3.stop();
    }
  });
});

onBothEngines("a backup", (engine) => {
  const service = useService(engine);

  test("that is restored has its files wherever the next start finds them", async () => {
    const { db, files } = service();
    const other = openLocalFiles(mkdtempSync(join(folder, "files-")));
    await expect(checkStore(db, other.mark)).rejects.toThrow(WrongFileStore);
    const file = join(folder, `${engine}.backup`);
    await takeBackup(db, file);
    await onEmptyDatabase(engine, async (restored) => {
      await restoreBackup(restored, file);
      await checkStore(restored, other.mark);
      await expect(checkStore(restored, files.mark)).rejects.toThrow(WrongFileStore);
    });
  });
});

test("a folder that two processes open at once has one mark", async () => {
  const shared = mkdtempSync(join(folder, "shared-"));
  const code = `import { openLocalFiles } from "./server/files/local"; console.log(openLocalFiles(${JSON.stringify(shared)}).mark)`;
  const marks = await Promise.all(
    Array.from({ length: 8 }, () => new Response(Bun.spawn([process.execPath, "-e", code], { stdout: "pipe" }).stdout).text()),
  );
  expect(new Set(marks).size).toBe(1);
  expect(marks[0]?.trim()).toBe(openLocalFiles(shared).mark);
});

test("a folder whose mark a power failure left empty gets another one, for good", () => {
  const emptied = mkdtempSync(join(folder, "emptied-"));
  writeFileSync(join(emptied, "store"), "");
  const { mark } = openLocalFiles(emptied);
  expect(mark).toMatch(/^[0-9a-f-]{36}$/);
  expect(openLocalFiles(emptied).mark).toBe(mark);
  expect(readdirSync(emptied).sort()).toEqual(["incoming", "store"]);
});

test("a bucket has one mark, however its address is written", () => {
  const scratch = mkdtempSync(join(folder, "bucket-"));
  const config = { bucket: "files", region: "test-1", accessKeyId: "key", secretAccessKey: "secret" };
  const markAt = (endpoint: string) => openS3Files({ ...config, endpoint }, scratch).mark;
  expect(new Set(["https://s3.example.com", "https://S3.example.com/", "https://s3.example.com:443"].map(markAt)).size).toBe(1);
  expect(markAt("https://s3.example.com:9000")).not.toBe(markAt("https://s3.example.com"));
});
