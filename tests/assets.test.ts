import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Asset, ProblemBody } from "../contract";
import { rootElement } from "../server/features/assets/svg";
import { sql } from "../server/storage/sql";
import { createStorage, onBothEngines } from "./support/engines";
import { mp4, png, svg } from "./support/images";
import { spawnServer } from "./support/process";
import { type TestService, useService } from "./support/service";
import { runDueJobs, waitingJobs } from "./support/work";
import { createTenant } from "./support/world";

setDefaultTimeout(60_000);

type Content = string | Uint8Array<ArrayBuffer>;

const picture = () => sharp({ create: { width: 1_200, height: 600, channels: 3, background: "#2f5d50" } });
const bytesOf = async (image: Sharp): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await image.toBuffer());
const quicktime = Buffer.concat([Buffer.from("\0\0\0\x14ftypqt  \0\0\0\0qt  ", "latin1"), mp4().subarray(24)]);
const webm = Buffer.concat([
  Buffer.from("\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm", "latin1"),
  Buffer.alloc(500, 1),
]);

onBothEngines("assets", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  const upload = (content: Content, name = "file", body = {}): Promise<Asset> =>
    api().call("createAsset", { file: new File([content], name), body });
  const refusal = async (content: Content, name = "file", body = {}) => {
    const { code, errors } = await api().refusal("createAsset", { file: new File([content], name), body });
    return [code, errors?.map(({ location }) => location).join()];
  };
  const fetched = async (url: string) =>
    new Uint8Array(await (await fetch(url.replace("http://foyer.test", service().origin))).arrayBuffer());

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

  test("what a file is, its content says: not its name, not its declared type", async () => {
    const files: [string, Content, string, string][] = [
      ["png", await bytesOf(picture().png()), "image", "image/png"],
      ["jpeg", await bytesOf(picture().jpeg()), "image", "image/jpeg"],
      ["gif", await bytesOf(picture().gif()), "image", "image/gif"],
      ["webp", await bytesOf(picture().webp()), "image", "image/webp"],
      ["avif", await bytesOf(picture().resize(64).avif({ effort: 0 })), "image", "image/avif"],
      ["svg", svg, "image", "image/svg+xml"],
      [
        "svg with all before it",
        `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- <html> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n${svg}`,
        "image",
        "image/svg+xml",
      ],
      ["mp4", mp4(), "video", "video/mp4"],
      ["quicktime", quicktime, "video", "video/quicktime"],
      ["webm", webm, "video", "video/webm"],
      ["html", "<!doctype html><svg></svg>", "custom-component", "text/html"],
      ["a piece of html", "  <div>hello</div>", "custom-component", "text/html"],
      ["javascript", "export default () => 1;", "custom-component", "text/plain"],
      ["text", "Grüße ☕", "custom-component", "text/plain"],
    ];
    for (const [what, content, type, contentType] of files) {
      const file = new File([content], "misleading.exe", { type: "application/x-msdownload" });
      const asset = await api().call("createAsset", { file });
      const row = await service().db.first<{ content_type: string; size: number }>(
        sql`SELECT content_type, size FROM assets WHERE tenant_id = ${asset.tenantId} AND asset_id = ${asset.assetId}`,
      );
      expect([what, asset.data.type, row?.content_type, row?.size]).toEqual([what, type, contentType, file.size]);
      const hasPreview = type === "image";
      expect([what, asset.previewDownloadUrl !== asset.downloadUrl]).toEqual([what, hasPreview]);
      if (hasPreview) expect((await sharp(await fetched(asset.previewDownloadUrl)).metadata()).format).toBe("webp");
    }
  });

  test("a type that does not fit the content is refused, and says what would", async () => {
    const cases: [Content, string, string[]][] = [
      [png(), "a.png", ["video", "custom-component"]],
      [svg, "a.svg", ["video", "custom-component"]],
      [mp4(), "a.mp4", ["image", "logo", "icon", "custom-component"]],
      ["<p>hello</p>", "a.html", ["image", "logo", "icon", "video"]],
    ];
    for (const [content, name, types] of cases) {
      for (const assetType of types) {
        expect([name, assetType, ...(await refusal(content, name, { assetType }))]).toEqual([
          name,
          assetType,
          "validation_failed",
          "body.assetType",
        ]);
      }
    }
    for (const assetType of ["image", "logo", "icon"]) expect((await upload(svg, "a", { assetType })).data.type).toBe(assetType);
  });

  describe("a preview", () => {
    const previewOf = async (content: Content) => sharp(await fetched((await upload(content)).previewDownloadUrl)).metadata();

    test("has at most 640 pixels a side and keeps the shape; a small image is not enlarged", async () => {
      expect(await previewOf(await bytesOf(picture().png()))).toMatchObject({ width: 640, height: 320 });
      expect(await previewOf(await bytesOf(picture().rotate(90).jpeg()))).toMatchObject({ width: 320, height: 640 });
      expect(await previewOf(png({ width: 20, height: 10 }))).toMatchObject({ width: 20, height: 10 });
    });

    test("stands upright and says nothing of where and by whom the picture was taken", async () => {
      const photo = picture()
        .jpeg()
        .withMetadata({ orientation: 6 })
        .withExifMerge({ IFD0: { Copyright: "a secret" } });
      const content = await bytesOf(photo);
      expect(Buffer.from(content).includes("a secret")).toBe(true);
      const preview = await previewOf(content);
      expect([preview.width, preview.height, preview.exif, preview.xmp, preview.icc]).toEqual([
        320,
        640,
        undefined,
        undefined,
        undefined,
      ]);
    });

    test("of a moving picture is its first one", async () => {
      const frames = await Promise.all(
        ["red", "blue"].map((background) => bytesOf(sharp({ create: { width: 20, height: 20, channels: 3, background } }).png())),
      );
      const moving = await bytesOf(sharp(frames, { join: { animated: true } }).gif());
      const url = (await upload(moving)).previewDownloadUrl;
      const { pages, width, height } = await sharp(await fetched(url)).metadata();
      expect([pages ?? 1, width, height]).toEqual([1, 20, 20]);
      const [red = 0, , blue = 0] = new Uint8Array(
        await sharp(await fetched(url))
          .removeAlpha()
          .raw()
          .toBuffer(),
      );
      expect([red > 200, blue < 50]).toEqual([true, true]);
    });

    test("of a drawing has nothing in it that the drawing would have to fetch", async () => {
      const secret = join(service().files.incoming, "secret.png");
      await Bun.write(secret, png({ width: 50, height: 50 }));
      let asked = 0;
      const outside = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(`${(asked += 1)}`) });
      const image = (href: string) => `<image href="${href}" width="50" height="50"/>`;
      const hrefs = [`file://${secret}`, secret, "secret.png", `http://127.0.0.1:${outside.port}/x.png`];
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">${hrefs.map(image).join("")}</svg>`;
      const { channels } = await sharp(await fetched((await upload(drawing)).previewDownloadUrl)).stats();
      await outside.stop(true);
      await Bun.file(secret).delete();
      expect(asked).toBe(0);
      expect(channels.map(({ max }) => max)).toEqual(channels.map(() => 0));
    });
  });

  test("without a name, the file's own is taken, cleaned of its path and of what can't be read", async () => {
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
    expect(fileNames(service()).filter((name) => name.includes("escaped"))).toEqual([]);
    expect(fileNames(service())).toContain(fileId);
  });

  test("a list has what is kept alone, newest first, page by page", async () => {
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
      const before = fileNames(service());
      const again = await send("same", svg, { tags: ["a", "b"] });
      expect([again.status, again.headers.get("idempotent-replayed"), again.body]).toEqual([201, "true", first.body]);
      expect(fileNames(service())).toEqual(before);
      expect(await waitingJobs(service())).toEqual([]);
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

  test("every change of an asset leaves its event, without addresses that expire", async () => {
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

  test("a file whose asset never came to be is removed, and one whose asset did is not", async () => {
    const { db } = service();
    const kept = await upload(svg, "kept.svg");
    await runDueJobs(service());
    const before = fileNames(service());
    const rename = (from: string, to: string) =>
      db.transaction((tx) => tx.run({ pieces: [`ALTER TABLE ${from} RENAME TO ${to}`], values: [] }));
    await rename("events", "events_away");
    const failed = await api().send("createAsset", { file: new File([svg], "lost.svg") });
    await rename("events_away", "events");
    expect(failed.status).toBe(500);
    expect(fileNames(service()).length).toBe(before.length + 2);
    expect((await waitingJobs(service())).map(({ kind }) => kind)).toEqual(["removeFile"]);
    expect(await runDueJobs(service(), Date.now() + 9 * 60_000)).toBe(0);
    expect(await runDueJobs(service(), Date.now() + 11 * 60_000)).toBe(1);
    expect(fileNames(service())).toEqual(before);
    expect(await fetched(kept.downloadUrl)).toEqual(new TextEncoder().encode(svg));
  });

  test("an upload that took so long that its file may be gone already is not answered with an asset", async () => {
    const { db } = service();
    const before = (await api().call("listAssets", {})).totalCount;
    const changed = db.transaction;
    let transactions = 0;
    // The job is claimed between the storing of the file and the asset's own transaction.
    db.transaction = (async (work) => {
      transactions += 1;
      if (transactions === 2) await changed((tx) => tx.run(sql`UPDATE jobs SET attempts = 1 WHERE tenant_id <> ''`));
      return changed(work);
    }) as typeof db.transaction;
    const { status } = await api().send("createAsset", { file: new File([svg], "late.svg") });
    db.transaction = changed;
    expect([status, (await api().call("listAssets", {})).totalCount]).toEqual([503, before]);
    await runDueJobs(service(), Date.now() + 11 * 60_000);
  });
});

onBothEngines("a server that is killed during uploads", (engine) => {
  test("has no asset without its file, and no file that nothing will remove", async () => {
    const storage = await createStorage(engine);
    let key: string | undefined;
    for (let round = 0; round < 4; round += 1) {
      await using server = await spawnServer(storage.environment, key);
      key = server.api.key;
      const image = await bytesOf(picture().png());
      let answered = 0;
      const upload = async () => {
        for (; ; answered += 1) await server.api.send("createAsset", { file: new File([image], "a.png") });
      };
      const uploading = Array.from({ length: 6 }, () => upload().catch(() => {}));
      for (let tries = 0; answered < 3 && tries < 1_000; tries += 1) await Bun.sleep(10);
      await Bun.sleep(round * 37);
      await server.kill();
      await Promise.all(uploading);
    }
    await using server = await spawnServer(storage.environment, key);
    const assets: Asset[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await server.api.call("listAssets", { query: { limit: 100, cursor } });
      assets.push(...page.items);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(assets.length).toBeGreaterThan(0);
    for (const { downloadUrl, previewDownloadUrl } of assets) {
      expect([(await fetch(downloadUrl)).status, (await fetch(previewDownloadUrl)).status]).toEqual([200, 200]);
    }
    await server.stop();
    const { openDatabase } = await import("../server/storage/open");
    const db = openDatabase(storage);
    const jobs = await db.all<{ payload: string }>(sql`SELECT payload FROM jobs WHERE kind = 'removeFile'`);
    await db.close();
    const known = new Set([...assets.map(({ data }) => data.fileId), ...jobs.map(({ payload }) => JSON.parse(payload).fileId)]);
    const stray = filesIn(storage.dataFolder).filter((name) => !known.has(name.replace(".preview", "")));
    expect(stray).toEqual([]);
    await storage.remove();
  });
});

describe("the root of a document", () => {
  test("is found behind all that may stand before it, and is not found where it is hidden", () => {
    const roots: [string, string | undefined][] = [
      ["<svg/>", "svg"],
      ["<a:svg xmlns:a='x'>", "svg"],
      ["<!-- <svg> --><html>", "html"],
      ["<?xml version='1.0'?><!DOCTYPE svg><svg>", "svg"],
      ["<!DOCTYPE html><svg>", "html"],
      ["<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>", undefined],
      ["<![CDATA[<svg>]]><p>", "p"],
      ["<!-- <svg>", undefined],
      ["text", undefined],
      ["<svg", undefined],
      ["<'svg>", undefined],
    ];
    for (const [text, root] of roots) expect([text, rootElement(text)]).toEqual([text, root]);
  });
});

function fileNames({ storage }: TestService): string[] {
  return filesIn(storage.dataFolder);
}

/** What is in the store, and on its way into it. */
function filesIn(dataFolder: string): string[] {
  return readdirSync(join(dataFolder, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}
