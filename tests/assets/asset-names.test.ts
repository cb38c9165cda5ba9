import { expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";

onBothEngines("what an asset is called", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  test("an asset gets another name, purpose and tags, in the trash too, but not once it is deleted for good", async () => {
    const file = new File(["const a = 1;"], "plain.js");
    const { assetId } = await api().call("createAsset", { file, body: {} });
    const params = { asset_id: assetId };
    const change = (body: object) => api().call("updateAsset", { params, body });
    expect(await change({ name: "Renamed", tags: ["one"] })).toMatchObject({ name: "Renamed", tags: ["one"], purpose: "" });
    await api().call("deleteAsset", { params });
    expect(await change({ name: "Found in the trash" })).toMatchObject({ tags: ["one"] });
    const trashed = await api().call("listTrashedAssets", { query: { query: "found" } });
    expect(trashed.items.map((asset) => asset.assetId)).toEqual([assetId]);
    await api().call("deleteAsset", { params });
    expect((await api().refusal("updateAsset", { params, body: { name: "Late" } })).code).toBe("asset_deleted");
  });
});
