import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import type { Asset, AssetType } from "../contract";
import { addMembers, blockSize, changedMembers, countBits, emptyBits, placesDown } from "../server/features/assets/members";
import { addToTrash } from "../server/features/assets/trash-index";
import { wordsOf } from "../server/features/assets/words";
import { sql } from "../server/storage/sql";
import type { Api } from "./support/api";
import { onBothEngines } from "./support/engines";
import { mp4, svg } from "./support/images";
import { type TestService, useService } from "./support/service";
import { runDueJobs, runJob, waitingJobs } from "./support/work";
import { createTenant, type Tenant } from "./support/world";

setDefaultTimeout(60_000);

const dayMs = 86_400_000;

interface NewAsset {
  name?: string;
  tags?: string[];
  assetType?: AssetType;
}

onBothEngines("the trash", (engine) => {
  const service = useService(engine, { runsJobs: false });
  let tenants = 0;
  /** Each test has a trash of its own. */
  const fresh = (): Promise<Tenant> => createTenant(service(), `trash ${(tenants += 1)}`);
  const create = (api: Api, body: NewAsset = {}): Promise<Asset> =>
    api.call("createAsset", { file: new File([body.assetType === "video" ? mp4() : svg], "a"), body });
  const discard = (api: Api, { assetId }: Asset): Promise<Asset> => api.call("deleteAsset", { params: { asset_id: assetId } });
  const restore = (api: Api, { assetId }: Asset): Promise<Asset> =>
    api.call("restoreAsset", { params: { asset_id: assetId }, body: {} });
  const trashed = async (api: Api, body: NewAsset = {}): Promise<Asset> => discard(api, await create(api, body));
  const search = (api: Api, query: { query?: string; assetType?: AssetType; limit?: number; cursor?: string } = {}) =>
    api.call("listTrashedAssets", { query });
  const namesIn = async (api: Api, query = {}) => (await search(api, query)).items.map(({ name }) => name);

  test("takes an asset, gives it back, and each time says so in the record", async () => {
    const { api } = await fresh();
    const asset = await create(api, { name: "Skyline" });
    const inTrash = await discard(api, asset);
    expect([inTrash.trashedAt, inTrash.deletedAt]).toEqual([inTrash.updatedAt, null]);
    expect((await api.call("listAssets", {})).items).toEqual([]);
    const { items, totalCount, hasMore } = await search(api);
    expect([items[0]?.assetId, totalCount, hasMore]).toEqual([asset.assetId, 1, false]);
    const restored = await restore(api, asset);
    expect([restored.trashedAt, restored.deletedAt]).toEqual([null, null]);
    expect(await restore(api, asset)).toMatchObject({ updatedAt: restored.updatedAt, trashedAt: null });
    expect((await search(api)).totalCount).toBe(0);
    expect((await api.call("listAssets", {})).totalCount).toBe(1);
  });

  test("deletes for good what is deleted once more: the record stays, file and addresses go", async () => {
    const { api } = await fresh();
    const inTrash = await trashed(api);
    const open = (url: string) => fetch(url.replace("http://foyer.test", service().origin));
    expect((await open(inTrash.downloadUrl)).status).toBe(200);
    const deleted = await discard(api, inTrash);
    expect([deleted.trashedAt, deleted.deletedAt]).toEqual([inTrash.trashedAt, deleted.updatedAt]);
    expect(await discard(api, inTrash)).toMatchObject({ deletedAt: deleted.deletedAt, updatedAt: deleted.updatedAt });
    expect(await api.call("getAsset", { params: { asset_id: inTrash.assetId } })).toMatchObject({ deletedAt: deleted.deletedAt });
    for (const url of [inTrash.downloadUrl, inTrash.previewDownloadUrl, deleted.downloadUrl]) {
      expect((await open(url)).status).toBe(404);
    }
    expect((await search(api)).totalCount).toBe(0);
    expect((await api.call("listAssets", {})).totalCount).toBe(0);
    expect(filesOf(service(), inTrash.tenantId)).toHaveLength(2);
    expect(await runDueJobs(service())).toBe(1);
    expect(filesOf(service(), inTrash.tenantId)).toEqual([]);
    const refused = await api.refusal("restoreAsset", { params: { asset_id: inTrash.assetId }, body: {} });
    expect([refused.status, refused.code]).toEqual([409, "asset_deleted"]);
  });

  test("is listed last trashed first, whatever was created when, and counts exactly", async () => {
    const { api } = await fresh();
    const made: Asset[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) made.push(await create(api, { name }));
    const order = [3, 0, 4, 1, 2];
    for (const index of order) await discard(api, made[index] as Asset);
    expect(await namesIn(api)).toEqual(order.toReversed().map((index) => made[index]?.name as string));
    await restore(api, made[4] as Asset);
    await discard(api, made[4] as Asset);
    expect(await namesIn(api)).toEqual(["e", "c", "b", "a", "d"]);
    expect((await search(api, { limit: 2 })).totalCount).toBe(5);
  });

  test("pages through without a gap or a repeat while things come and go", async () => {
    const { api } = await fresh();
    const made: Asset[] = [];
    for (let number = 0; number < 12; number += 1) made.push(await trashed(api, { name: `item ${number}` }));
    const seen: string[] = [];
    for (let cursor: string | undefined, page = 0; ; page += 1) {
      const answer = await search(api, { limit: 3, query: "item", ...(cursor && { cursor }) });
      seen.push(...answer.items.map(({ name }) => name));
      if (answer.nextCursor === null) break;
      cursor = answer.nextCursor;
      if (page === 0) {
        await trashed(api, { name: "item new" });
        await restore(api, made[2] as Asset);
        await restore(api, made[11] as Asset);
      }
    }
    expect(seen).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 0].map((number) => `item ${number}`));
  });

  test("a cursor belongs to its search", async () => {
    const { api } = await fresh();
    for (let number = 0; number < 3; number += 1) await trashed(api, { name: "same" });
    const { nextCursor } = await search(api, { limit: 1, query: "same" });
    const cursor = nextCursor as string;
    expect((await search(api, { limit: 1, query: "same", cursor })).items).toHaveLength(1);
    for (const query of [{ cursor }, { cursor, query: "sam" }, { cursor, query: "same", assetType: "image" as const }]) {
      expect((await api.refusal("listTrashedAssets", { query })).code).toBe("invalid_cursor");
    }
  });

  test("is filtered by type", async () => {
    const { api } = await fresh();
    for (const assetType of ["image", "logo", "icon", "video"] as const) await trashed(api, { name: assetType, assetType });
    for (const assetType of ["image", "logo", "icon", "video"] as const) {
      const { items, totalCount } = await search(api, { assetType });
      expect([items.map(({ data }) => data.type), totalCount]).toEqual([[assetType], 1]);
    }
    expect((await search(api, { assetType: "custom-component" })).totalCount).toBe(0);
    expect((await search(api, { assetType: "logo", query: "video" })).totalCount).toBe(0);
  });

  describe("a search", () => {
    test("finds what has every word, as a word or in one, in the name or a tag, in any case and form", async () => {
      const { api } = await fresh();
      await trashed(api, { name: "Spring Background final_v2.PNG", tags: ["Campaign 2026", "Größe"] });
      await trashed(api, { name: "Autumn foreground", tags: ["evergreen"] });
      await trashed(api, { name: "ΟΔΟΣ Straße ﬁle İstanbul naïve 東京タワー हिन्दी", tags: [] });
      const found: [string, number][] = [
        ["background", 1],
        ["BACKGROUND", 1],
        ["ground", 2],
        ["und", 2],
        ["nd", 2],
        ["n", 3],
        ["ground spring", 1],
        ["spring autumn", 0],
        ["camp gro v2", 1],
        ["final v2 png", 1],
        ["final_v2.png", 1],
        ["grösse", 1],
        ["größe", 1],
        ["gro\u0308ße", 1],
        ["2026", 1],
        ["02", 1],
        ["evergreen foreground", 1],
        ["οδος", 1],
        ["ΔΟΣ", 1],
        ["strasse", 1],
        ["FILE", 1],
        ["istanbul", 0],
        ["naïve", 1],
        ["naive", 0],
        ["東京", 1],
        ["京タ", 1],
        ["हिन्दी", 1],
        ["springbackground", 0],
        ["und fi", 1],
        ["%", 3],
        ["_", 3],
        ["", 3],
        ["  ", 3],
        ["zzz", 0],
        ["a".repeat(1_000), 0],
      ];
      for (const [query, count] of found) {
        const { totalCount, items } = await search(api, { query });
        expect([query, totalCount, items.length]).toEqual([query, count, count]);
      }
    });

    test("finds any part of a very long word", async () => {
      const { api } = await fresh();
      const word = Array.from({ length: 900 }, (_, index) => ((index * index + 7 * index) % 36).toString(36)).join("");
      await trashed(api, { name: word });
      for (const [start, length] of [
        [0, 3],
        [60, 10],
        [450, 32],
        [868, 32],
        [100, 33],
        [0, 900],
        [899, 1],
      ] as const) {
        expect([start, length, (await search(api, { query: word.slice(start, start + length) })).totalCount]).toEqual([
          start,
          length,
          1,
        ]);
      }
      expect((await search(api, { query: `${word.slice(100, 130)}#${word.slice(500, 520)}` })).totalCount).toBe(1);
      expect((await search(api, { query: word.slice(1, 40).toUpperCase() })).totalCount).toBe(1);
      expect((await search(api, { query: `${word.slice(100, 120)}zz${word.slice(120, 140)}` })).totalCount).toBe(0);
    });

    test("takes 16 words and refuses more", async () => {
      const { api } = await fresh();
      const words = Array.from({ length: 17 }, (_, index) => `w${index}`);
      await trashed(api, { name: words.join(" ") });
      expect((await search(api, { query: words.slice(0, 16).join(" ") })).totalCount).toBe(1);
      const refused = await api.refusal("listTrashedAssets", { query: { query: words.join(" ") } });
      expect([refused.code, refused.errors?.[0]?.location]).toEqual(["validation_failed", "query.query"]);
    });

    test("still finds by a part that is in more words than the index is any help with", async () => {
      const { api } = await fresh();
      const asset = await create(api, { name: "x" });
      const { tenantId } = asset;
      const words = Array.from({ length: 4_100 }, (_, index) => `image${index}`);
      const { db } = service();
      const rows = words.map((word) => ({ asset_id: word, name: word, tags: "[]", ai_description: "", type: "image" }));
      for (let at = 0; at < rows.length; at += 100) {
        const some = rows.slice(at, at + 100) as never;
        await db.transaction((tx) => addToTrash({ db: tx, dialect: db.dialect, tenantId, now: 0 } as never, some));
      }
      expect((await search(api, { query: "image", limit: 1 })).totalCount).toBe(4_100);
      expect((await search(api, { query: "image 77", limit: 1 })).totalCount).toBe(
        words.filter((word) => word.includes("77")).length,
      );
      expect((await search(api, { query: "image", assetType: "logo" })).totalCount).toBe(0);
      expect((await search(api, { query: "image77" })).totalCount).toBe(11);
    });

    test("says the same as looking at every text, whatever is trashed, restored and deleted", async () => {
      const word = fc.constantFrom("red", "reddish", "blue", "bluebird", "bird", "x", "xy", "ab12", "über", "東京");
      const names = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
      const step = fc.oneof(
        fc.record({ do: fc.constant("trash" as const), name: names }),
        fc.record({ do: fc.constantFrom("restore" as const, "delete" as const), pick: fc.nat() }),
      );
      const queries = fc.array(fc.oneof(word, fc.constantFrom("r", "bi", "ird", "lueb", "ed b", "b12")), { maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 12 }),
          fc.array(queries, { minLength: 4, maxLength: 4 }),
          async (steps, asked) => {
            const { api, tenantId } = await fresh();
            const model: Asset[] = [];
            for (const one of steps) {
              if (one.do === "trash") model.unshift(await trashed(api, { name: one.name }));
              else if (model.length > 0) {
                const [asset] = model.splice(one.pick % model.length, 1);
                await (one.do === "restore" ? restore : discard)(api, asset as Asset);
              }
            }
            for (const words of asked) {
              const query = words.join(" ");
              const expected = model.filter(({ name }) =>
                wordsOf(query).every((part) => name.split(" ").some((whole) => whole.includes(part))),
              );
              expect([query, await namesIn(api, { query })]).toEqual([query, expected.map(({ name }) => name)]);
            }
            for (const asset of model) await restore(api, asset);
            expect(await leftovers(service(), tenantId)).toEqual([]);
          },
        ),
        { numRuns: 12 },
      );
    });

    test("is right when many are trashed, restored and deleted at once", async () => {
      const { api, tenantId } = await fresh();
      const assets = await Promise.all(
        Array.from({ length: 24 }, (_, index) => create(api, { name: `crowd ${index % 3 === 0 ? "third" : "other"}` })),
      );
      await Promise.all(assets.map((asset) => discard(api, asset)));
      expect([(await search(api, { query: "crowd" })).totalCount, (await search(api, { query: "third" })).totalCount]).toEqual([
        24, 8,
      ]);
      await Promise.all(assets.map((asset, index) => (index % 2 === 0 ? restore(api, asset) : discard(api, asset))));
      expect((await search(api)).totalCount).toBe(0);
      expect(await leftovers(service(), tenantId)).toEqual([]);
    });
  });

  describe("the purge", () => {
    test("deletes for good what has been in the trash for 30 days, of every tenant, and its files after it", async () => {
      const [one, two] = [await fresh(), await fresh()];
      const old = [await trashed(one.api, { name: "old" }), await trashed(two.api, { name: "old" })];
      const kept = await create(one.api, { name: "kept" });
      await runDueJobs(service());
      const now = Number(old[1]?.trashedAt);
      await runJob(service(), "purgeTrash", "", {}, now + 30 * dayMs - 60_000);
      expect([(await search(one.api)).totalCount, (await search(two.api)).totalCount]).toEqual([1, 1]);
      await runJob(service(), "purgeTrash", "", {}, now + 30 * dayMs);
      expect([(await search(one.api)).totalCount, (await search(two.api)).totalCount]).toEqual([0, 0]);
      for (const [index, tenant] of [one, two].entries()) {
        const asset = await tenant.api.call("getAsset", { params: { asset_id: old[index]?.assetId as string } });
        expect(asset.deletedAt).toBe(`+${now + 30 * dayMs}`);
        const [event] = (await tenant.api.call("listEvents", { query: { type: "asset.deleted" } })).items;
        expect(event?.data.assetId).toBe(asset.assetId);
      }
      await runDueJobs(service(), now + 31 * dayMs);
      expect(filesOf(service(), two.tenantId)).toEqual([]);
      expect(filesOf(service(), one.tenantId).sort()).toEqual([kept.data.fileId, `${kept.data.fileId}.preview`].sort());
      expect((await one.api.call("listAssets", {})).items.map(({ assetId }) => assetId)).toEqual([kept.assetId]);
    });

    test("takes all that is old, however much, in small steps, and can be run again", async () => {
      const { api, tenantId } = await fresh();
      for (let count = 0; count < 45; count += 1) await trashed(api, { name: `old ${count}` });
      const { db } = service();
      const transaction = db.transaction;
      const sizes: number[] = [];
      db.transaction = (async (work) => {
        const before = (await waitingJobs(service())).length;
        const result = await transaction(work);
        sizes.push((await waitingJobs(service())).length - before);
        return result;
      }) as typeof db.transaction;
      await runJob(service(), "purgeTrash", "", {}, Date.now() + 31 * dayMs);
      await runJob(service(), "purgeTrash", "", {}, Date.now() + 31 * dayMs);
      db.transaction = transaction;
      expect([Math.max(...sizes), sizes.reduce((sum, size) => sum + size, 0)]).toEqual([20, 45]);
      expect((await search(api)).totalCount).toBe(0);
      expect(await leftovers(service(), tenantId)).toEqual([]);
      await runDueJobs(service(), Date.now() + 32 * dayMs);
      expect(filesOf(service(), tenantId)).toEqual([]);
    });
  });
});

describe("the numbers that have a word", () => {
  test("are what was added and not taken away, as a list or as bits", () => {
    const places = fc.array(fc.nat(blockSize - 1), { maxLength: 1_200 });
    fc.assert(
      fc.property(places, fc.array(fc.nat(blockSize - 1), { maxLength: 300 }), (added, taken) => {
        const expected = new Set<number>();
        let members = "";
        for (const place of added) {
          if (!expected.has(place)) members = changedMembers(members, place, true);
          expected.add(place);
        }
        for (const place of [...taken, ...added.slice(0, 100)]) {
          members = changedMembers(members, place, false);
          expected.delete(place);
        }
        const bits = emptyBits();
        addMembers(bits, members);
        expect([...placesDown(bits, blockSize)]).toEqual([...expected].sort((one, other) => other - one));
        expect([countBits(bits), members === ""]).toEqual([expected.size, expected.size === 0]);
      }),
      { numRuns: 60 },
    );
  });
});

/** What the index of a trash with nothing in it still holds. */
async function leftovers({ db }: TestService, tenantId: string): Promise<unknown[]> {
  const rows = await db.all<{ words: string }>(sql`SELECT words FROM asset_vocabulary WHERE tenant_id = ${tenantId}`);
  return [
    ...(await db.all(sql`SELECT number FROM asset_trash WHERE tenant_id = ${tenantId}`)),
    ...(await db.all(sql`SELECT word FROM asset_words WHERE tenant_id = ${tenantId}`)),
    ...rows.filter(({ words }) => words.trim() !== ""),
  ];
}

function filesOf({ storage }: TestService, tenantId: string): string[] {
  return readdirSync(join(storage.dataFolder, "files", tenantId));
}
