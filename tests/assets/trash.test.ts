import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Asset } from "../../contract";
import { tenantIdentifier } from "../../server/records/tenant-ids";
import { onBothEngines } from "../support/database/engines";
import { leftovers, useTrash } from "../support/features/trash";
import { type TestService, useService } from "../support/service/service";
import { runDueJobs, runJob, waitingJobs } from "../support/service/work";

const dayMs = 86_400_000;

onBothEngines("the trash", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const { fresh, create, discard, restore, trashed, search, namesIn } = useTrash(service);

  test("takes an asset and gives it back, and the asset shows which", async () => {
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

  test("deletes an asset for good when it is deleted a second time: its record stays, its file and links go", async () => {
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

  test("lists what was trashed last first, with an exact count", async () => {
    const { api } = await fresh();
    const made: Asset[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) made.push(await create(api, { name }));
    const order = [3, 0, 4, 1, 2];
    for (const index of order) {
      await discard(api, made[index] as Asset);
      // Not within the same millisecond.
      await Bun.sleep(2);
    }
    expect(await namesIn(api)).toEqual(order.toReversed().map((index) => made[index]?.name as string));
    await restore(api, made[4] as Asset);
    await discard(api, made[4] as Asset);
    expect(await namesIn(api)).toEqual(["e", "c", "b", "a", "d"]);
    expect((await search(api, { limit: 2 })).totalCount).toBe(5);
  });

  test("pages without gaps or repeats while assets are trashed and restored", async () => {
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

  describe("the purge", () => {
    test("deletes what has been in the trash for 30 days, for every tenant, and then its files", async () => {
      const [one, two] = [await fresh(), await fresh()];
      const old = [await trashed(one.api, { name: "old" }), await trashed(two.api, { name: "old" })];
      const kept = await create(one.api, { name: "kept" });
      await runDueJobs(service());
      const now = Number(old[1]?.trashedAt);
      await runJob(service(), "purgeTrash", "", null, now + 30 * dayMs - 60_000);
      expect([(await search(one.api)).totalCount, (await search(two.api)).totalCount]).toEqual([1, 1]);
      await runJob(service(), "purgeTrash", "", null, now + 30 * dayMs);
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

    test("deletes everything that old, in small steps, and can be run again", async () => {
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
      await runJob(service(), "purgeTrash", "", null, Date.now() + 31 * dayMs);
      await runJob(service(), "purgeTrash", "", null, Date.now() + 31 * dayMs);
      db.transaction = transaction;
      // One for each 20, and none when there is nothing to purge.
      expect(sizes).toHaveLength(3);
      expect([Math.max(...sizes), sizes.reduce((sum, size) => sum + size, 0)]).toEqual([20, 45]);
      expect((await search(api)).totalCount).toBe(0);
      expect(await leftovers(service(), tenantId)).toEqual([]);
      await runDueJobs(service(), Date.now() + 32 * dayMs);
      expect(filesOf(service(), tenantId)).toEqual([]);
    });
  });
});

function filesOf({ storage }: TestService, tenantId: string): string[] {
  return readdirSync(join(storage.dataFolder, "files", tenantIdentifier(tenantId)));
}
