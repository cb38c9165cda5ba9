import { describe, expect, test } from "bun:test";
import type { Asset, ProblemBody } from "../../contract";
import { onBothEngines } from "../support/database/engines";
import { png, svg } from "../support/samples/images";
import { bytesOf, picture } from "../support/samples/pictures";
import { type Content, filesIn } from "../support/samples/uploads";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";
import { waitingJobs } from "../support/service/work";

onBothEngines("assets", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  const upload = (content: Content, name = "file", body = {}): Promise<Asset> =>
    api().call("createAsset", { file: new File([content], name), body });
  const fetched = async (url: string) =>
    new Uint8Array(await (await fetch(url.replace("http://foyer.test", service().origin))).arrayBuffer());
  const fileNames = () => filesIn(service().storage.dataFolder);

  test("an upload has every field of an asset, and can be read, listed and downloaded", async () => {
    const content = await bytesOf(picture().png());
    const body = { name: "Skyline", purpose: "Header", tags: ["city", "dusk, or dawn"] };
    const asset = await upload(content, "whatever.txt", { ...body, assetType: "logo" });
    expect(asset).toMatchObject({ ...body, aiDescription: "", parentAssetId: null, hidden: false });
    expect(asset).toMatchObject({ data: { type: "logo" }, trashedAt: null, deletedAt: null, updatedAt: asset.createdAt });
    expect(asset.data.fileId).toMatch(/^file_[a-z0-9]{26}$/);
    const read = await api().call("getAsset", { params: { asset_id: asset.assetId } });
    const { downloadUrl, previewDownloadUrl, ...fields } = read;
    expect(asset).toMatchObject(fields);
    expect((await api().call("listAssets", { query: { limit: 1 } })).items).toMatchObject([fields]);
    expect(await fetched(downloadUrl)).toEqual(content);
    expect(await fetched(previewDownloadUrl)).not.toEqual(content);
  });

  test("without a name, the asset is named after its file, without folders and unreadable characters", async () => {
    const names: [string, string][] = [
      ["photo.png", "photo.png"],
      ["../../etc/passwd", "passwd"],
      ["C:\\Users\\ada\\skyline.png", "skyline.png"],
      ["/absolute/Größe ☕.png", "Größe ☕.png"],
      ["a\u0001b\u007f.png", "ab.png"],
      ["..", "Untitled"],
      ["../", "Untitled"],
      ["   ", "Untitled"],
      ['quote"d.png', 'quote"d.png'],
    ];
    for (const [filename, expected] of names)
      expect([filename, (await upload(png(), filename)).name]).toEqual([filename, expected]);
    expect((await upload(png(), "x.png", { name: "../kept as it is" })).name).toBe("../kept as it is");
    const { fileId } = (await upload(png(), "../../escaped.png")).data;
    expect(fileNames().filter((name) => name.includes("escaped"))).toEqual([]);
    expect(fileNames()).toContain(fileId);
  });

  test("the list has no trashed or deleted assets, newest first, page by page", async () => {
    const { api: fresh } = await createTenant(service(), "lister");
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift((await fresh.call("createAsset", { file: new File([svg], `${count}.svg`) })).assetId);
    }
    await fresh.call("deleteAsset", { params: { asset_id: made[2] as string } });
    const kept = made.filter((_, index) => index !== 2);
    const first = await fresh.call("listAssets", { query: { limit: 3 } });
    const second = await fresh.call("listAssets", { query: { limit: 3, cursor: first.nextCursor as string } });
    expect([...first.items, ...second.items].map(({ assetId }) => assetId)).toEqual(kept);
    expect([first.totalCount, first.hasMore, second.hasMore, second.nextCursor]).toEqual([4, true, false, null]);
  });

  describe("a repeated upload", () => {
    const send = (key: string, content: Content, body = {}, name = "a.svg") =>
      api().send("createAsset", { file: new File([content], name), body, headers: { "idempotency-key": key } });

    test("with the same key, fields and file gets the first answer, and stores nothing more", async () => {
      const first = await send("same", svg, { tags: ["a", "b"] });
      const before = fileNames();
      const again = await send("same", svg, { tags: ["a", "b"] });
      expect([again.status, again.headers.get("idempotent-replayed"), again.body]).toEqual([201, "true", first.body]);
      expect(fileNames()).toEqual(before);
      expect((await waitingJobs(service())).filter(({ kind }) => kind === "removeFile")).toEqual([]);
    });

    test("with another file, field or name under the same key is refused", async () => {
      await send("other", svg, { name: "x", tags: ["a", "b"] });
      const others = [
        await send("other", svg.replace("red", "tan"), { name: "x", tags: ["a", "b"] }),
        await send("other", svg, { name: "y", tags: ["a", "b"] }),
        await send("other", svg, { name: "x", tags: ["b", "a"] }),
        await send("other", svg, { name: "x" }),
        await send("other", svg, { name: "x", tags: ["a", "b"] }, "b.svg"),
      ];
      for (const { status, body } of others)
        expect([status, (body as ProblemBody).code]).toEqual([422, "idempotency_key_reused"]);
    });

    test("20 at once make one asset", async () => {
      const { api: fresh } = await createTenant(service(), "repeater");
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          fresh.send("createAsset", { file: new File([svg], "a.svg"), headers: { "idempotency-key": "many" } }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 409]))).toEqual(new Set());
      expect((await fresh.call("listAssets", {})).totalCount).toBe(1);
    });
  });

  test("every change of an asset records an event, without links that expire", async () => {
    const { assetId } = await upload(svg, "a.svg");
    const params = { asset_id: assetId };
    await api().call("deleteAsset", { params });
    await api().call("restoreAsset", { params, body: {} });
    await api().call("restoreAsset", { params, body: {} });
    await api().call("deleteAsset", { params });
    await api().call("deleteAsset", { params });
    await api().call("deleteAsset", { params });
    const events = (await api().call("listEvents", { query: { limit: 100 } })).items.filter(
      ({ data }) => data.assetId === assetId,
    );
    const types = ["created", "trashed", "restored", "trashed", "deleted"].map((word) => `asset.${word}`);
    expect(events.map(({ type }) => type).reverse()).toEqual(types as never);
    for (const { data } of events) expect([data.downloadUrl, data.previewDownloadUrl]).toEqual([undefined, undefined]);
  });
});
