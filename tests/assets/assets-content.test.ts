import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import type { Asset } from "../../contract";
import { rootElement } from "../../server/features/assets/content/svg";
import { sql } from "../../server/storage/sql";
import { onTodaysEngine } from "../support/database/engines";
import { mp4, png, svg } from "../support/samples/images";
import { bytesOf, picture } from "../support/samples/pictures";
import type { Content } from "../support/samples/uploads";
import { useService } from "../support/service/service";

const quicktime = Buffer.concat([Buffer.from("\0\0\0\x14ftypqt  \0\0\0\0qt  ", "latin1"), mp4().subarray(24)]);
const webm = Buffer.concat([
  Buffer.from("\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm", "latin1"),
  Buffer.alloc(500, 1),
]);

onTodaysEngine("the content of an asset", (engine) => {
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

  test("a file's type is read from its content, not from its name or declared type", async () => {
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
        sql`SELECT content_type, size FROM assets WHERE asset_id = ${asset.assetId}`,
      );
      expect([what, asset.data.type, row?.content_type, row?.size]).toEqual([what, type, contentType, file.size]);
      const hasPreview = type === "image";
      expect([what, asset.previewDownloadUrl !== asset.downloadUrl]).toEqual([what, hasPreview]);
      if (hasPreview) expect((await sharp(await fetched(asset.previewDownloadUrl)).metadata()).format).toBe("webp");
    }
  });

  test("an asset type that does not fit the content is refused, and the answer says which would", async () => {
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

    test("is turned upright and has no metadata of the picture, such as its place or author", async () => {
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

    test("of an animation is its first frame", async () => {
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

    test("of an SVG shows nothing that would have to be fetched", async () => {
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
});

describe("the root of a document", () => {
  test("is found behind comments and declarations, and not inside them", () => {
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
