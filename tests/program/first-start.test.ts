import { describe, expect, test } from "bun:test";
import { allTenants } from "../../server/features/tenants";
import { openFiles } from "../../server/files/open";
import { startService } from "../../server/main";
import { openDatabase } from "../../server/storage/open";
import { createLog } from "../../server/telemetry/log";
import { createStorage, onBothEngines } from "../support/database/engines";
import { Api } from "../support/service/api";

onBothEngines("the first start", (engine) => {
  /** Starts on a storage, says what key it made, and which of the given keys work. */
  async function start(storage: Awaited<ReturnType<typeof createStorage>>, apiKey?: string) {
    const db = openDatabase(storage);
    const files = openFiles({ dataFolder: storage.dataFolder, s3: undefined });
    const log = createLog(() => {}, Date.now);
    const limits = { rateLimit: 0, maxUploadBytes: 1_000 };
    const parts = {
      db,
      files,
      log,
      clock: Date.now,
      ...limits,
      publicUrl: "http://foyer.test",
      pagesUrl: "http://pages.foyer.test",
      apiKey,
      secret: undefined,
      dataFolder: storage.dataFolder,
      outgoingRules: { http: false, ports: [], networks: [] },
    };
    const service = await startService(parts);
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: service.app });
    const statusOf = async (key: string) =>
      (await new Api(`http://127.0.0.1:${server.port}`, key).send("listApiKeys", {})).status;
    const stop = async () => {
      service.drain();
      await server.stop(true);
      await service.close();
      log.flush();
    };
    return { firstKey: service.firstKey, statusOf, tenants: await allTenants(db), stop };
  }

  describe("without FOYER_API_KEY", () => {
    test("makes the tenant default and one key with every scope, and the next start makes none", async () => {
      const storage = await createStorage(engine);
      const first = await start(storage);
      expect(first.tenants.map(({ name }) => name)).toEqual(["default"]);
      expect(await first.statusOf(first.firstKey as string)).toBe(200);
      await first.stop();
      const second = await start(storage);
      expect([second.firstKey, second.tenants.length]).toEqual([undefined, 1]);
      expect(await second.statusOf(first.firstKey as string)).toBe(200);
      await second.stop();
      await storage.remove();
    });
  });

  describe("with FOYER_API_KEY", () => {
    const given = ["x".repeat(32), `foyer_${"y".repeat(32)}_mine`, "foyer_with_many_parts_of_its_own_kind"];
    test.each(given)("%p is the key, whatever its form, at every start, and none is printed", async (key) => {
      const storage = await createStorage(engine);
      for (let round = 0; round < 2; round += 1) {
        const running = await start(storage, key);
        expect([running.firstKey, running.tenants.length]).toEqual([undefined, 1]);
        expect(await running.statusOf(key)).toBe(200);
        expect(await running.statusOf(`${key}x`)).toBe(401);
        await running.stop();
      }
      await storage.remove();
    });
  });
});
