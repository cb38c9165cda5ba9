import { expect, test } from "bun:test";
import { createSettingsCache } from "../../server/features/settings";
import { openDatabase } from "../../server/storage/open";
import { onBothEngines } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { tenantIdOf } from "../support/database/rows";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

onBothEngines("the settings of a tenant", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;

  test("have defaults, change one by one, and an event tells", async () => {
    const defaults = {
      recording: "full",
      internalNetworks: [],
      defaultLanguage: "en",
      timezone: "UTC",
      synonyms: [],
      rawEventDays: 90,
      updatedAt: null,
    };
    expect(await api().call("getSettings", {})).toEqual(defaults as never);
    expect(await api().call("updateSettings", { body: {} })).toEqual(defaults as never);
    expect((await api().call("listEvents", { query: { type: "settings.updated" } })).items).toEqual([]);
    const internalNetworks = ["203.0.113.0/24", "2001:db8::/32", "198.51.100.7", "::ffff:10.0.0.0/104"];
    await api().call("updateSettings", { body: { internalNetworks } });
    const changed = await api().call("updateSettings", { body: { recording: "anonymous" } });
    expect(changed).toMatchObject({ recording: "anonymous", internalNetworks, rawEventDays: 90 });
    expect(await api().call("getSettings", {})).toEqual(changed);
    const { items } = await api().call("listEvents", { query: { type: "settings.updated" } });
    expect(items[0]?.data).toEqual(changed);
  });

  test("refuse what is no network, too many of them, and days out of bounds", async () => {
    const many = Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`);
    for (const body of [
      { internalNetworks: ["office"] },
      { internalNetworks: ["10.0.0.0/33"] },
      { internalNetworks: ["::ffff:10.0.0.0/8"] },
      { internalNetworks: ["::FFFF:10.0.0.0/95"] },
      { internalNetworks: ["10.0.0.1", "10.0.0.1"] },
      { internalNetworks: many },
      { timezone: "Mars/Olympus" },
      { rawEventDays: 0 },
      { rawEventDays: 3_651 },
      { recording: "some" as never },
    ]) {
      expect((await api().refusal("updateSettings", { body })).status).toBe(422);
    }
  });

  test("are in memory where visitors are answered, and up to date on every process", async () => {
    const { db, storage } = service();
    const tenantId = await tenantIdOf(db, api());
    const elsewhere = openDatabase(storage);
    const caches = [createSettingsCache(db), createSettingsCache(elsewhere)];
    try {
      for (const cache of caches) await cache.of(tenantId);
      // On SQLite, another process looks for changes twice a second, first after half a second.
      await Bun.sleep(1_100);
      const { texts } = await recordQueries(db, async () => {
        expect(caches[0]?.of(tenantId)).not.toBeInstanceOf(Promise);
      });
      expect(texts.size).toBe(0);
      await api().call("updateSettings", { body: { rawEventDays: 7 } });
      for (const cache of caches) await until(async () => (await cache.of(tenantId)).rawEventDays === 7, 5_000);
    } finally {
      for (const cache of caches) cache.close();
      await elsewhere.close();
    }
  });
});
