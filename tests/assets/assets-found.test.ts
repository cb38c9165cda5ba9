import { expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { useTrash } from "../support/features/trash";
import { useService } from "../support/service/service";
import { runDueJobs } from "../support/service/work";

onBothEngines("finding assets", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const { fresh, create, discard, restore } = useTrash(service);

  test("by words in the name or a tag, by type, and by both, with an exact count and page by page", async () => {
    const { api } = await fresh();
    await create(api, { name: "Autumn skyline", tags: ["München"] });
    await create(api, { name: "Spring skyline", assetType: "logo" });
    await create(api, { name: "Spring film", assetType: "video" });
    const found = async (query: object) => {
      const { items, totalCount } = await api.call("listAssets", { query });
      expect(totalCount).toBe(items.length);
      return items.map(({ name }) => name);
    };
    for (const _ of ["as they came", "in blocks"]) {
      expect(await found({ query: "SKY" })).toEqual(["Spring skyline", "Autumn skyline"]);
      expect(await found({ query: "munchen autumn" })).toEqual(["Autumn skyline"]);
      expect(await found({ query: "spring", assetType: "video" })).toEqual(["Spring film"]);
      expect(await found({ assetType: "image" })).toEqual(["Autumn skyline"]);
      expect(await found({ query: "winter" })).toEqual([]);
      await runDueJobs(service());
    }
    const first = await api.call("listAssets", { query: { query: "skyline", limit: 1 } });
    const cursor = first.nextCursor as string;
    const second = await api.call("listAssets", { query: { query: "skyline", limit: 1, cursor } });
    expect([first.totalCount, second.items[0]?.name, second.hasMore]).toEqual([2, "Autumn skyline", false]);
    expect((await api.refusal("listAssets", { query: { query: "spring", cursor } })).code).toBe("invalid_cursor");
    expect((await api.refusal("listAssets", { query: { query: "a b c d e f g h i" } })).code).toBe("validation_failed");
  });

  test("finds each under its last name, and none that is in the trash", async () => {
    const { api } = await fresh();
    const asset = await create(api, { name: "First" });
    const names = async (query: string) => (await api.call("listAssets", { query: { query } })).items.map(({ name }) => name);
    await api.call("updateAsset", { params: { asset_id: asset.assetId }, body: { name: "Second" } });
    expect([await names("first"), await names("second")]).toEqual([[], ["Second"]]);
    await discard(api, asset);
    expect([await names("second"), (await api.call("listTrashedAssets", { query: { query: "second" } })).totalCount]).toEqual([
      [],
      1,
    ]);
    await restore(api, asset);
    expect([await names("second"), (await api.call("listTrashedAssets", { query: { query: "second" } })).totalCount]).toEqual([
      ["Second"],
      0,
    ]);
  });
});
