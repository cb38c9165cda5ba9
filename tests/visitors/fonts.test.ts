import { expect, test } from "bun:test";
import { fontFile } from "../../server/fonts/font-files";
import { onTodaysEngine } from "../support/database/engines";
import { leastPage, makeAudience } from "../support/features/versions";
import { visit } from "../support/features/visitor";
import { useService } from "../support/service/service";

onTodaysEngine("a brand's own font", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const upload = async (content: Uint8Array, name = "own.woff2") =>
    (await api().call("createAsset", { file: new File([new Uint8Array(content)], name) })).assetId;
  const regular = fontFile("figtree", 400, "woff2");
  const bold = fontFile("figtree", 700, "woff2");

  async function publish(fontAssetIds: string[]) {
    const { brandId } = await api().call("createBrand", { body: { name: "Halden", fontAssetIds } });
    const { pageId } = await api().call("createPage", { body: { ...leastPage, brandId } });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const place = await makeAudience(api(), {}, pageId);
    const { publicUrl, warnings } = await api().call("getEffectiveAudience", { params: place });
    const page = await visit(service(), new URL(publicUrl as string).pathname);
    return {
      ...page,
      warnings,
      preloads: [...page.html.matchAll(/as="font"[^>]*href="([^"]*)"/g)].map(([, path]) => path as string),
    };
  }

  test("is preloaded and served from the page's origin, in the weights that its files have, without a shift", async () => {
    const files = [await upload(bold), await upload(regular)];
    const { html, warnings, preloads, headers } = await publish(files);
    expect(warnings).toEqual([]);
    expect(headers["content-security-policy"]).toContain("font-src 'self'");
    expect(html.match(/@font-face{font-family:"Brand";[^}]*font-weight:(\d+);font-display:swap}/g)?.length).toBe(2);
    expect(html).toMatch(
      /font-family:"Brand 0";src:local[^}]*size-adjust:101\.3%;ascent-override:93\.8%;descent-override:24\.7%/,
    );
    expect(preloads.length).toBe(2);
    const answers = await Promise.all(preloads.map((path) => visit(service(), path)));
    expect(answers.map(({ status, headers }) => [status, headers["content-type"]])).toEqual(Array(2).fill([200, "font/woff2"]));
    expect(answers.map(({ bytes }) => bytes.length).toSorted()).toEqual([bold.length, regular.length].toSorted());
  });

  test("gives way to the system's fonts, with a warning, when its file is in the trash or is no font", async () => {
    const trashed = await upload(regular);
    await api().call("deleteAsset", { params: { asset_id: trashed } });
    const text = await upload(Buffer.from("no font"), "notes.txt");
    const { html, warnings, preloads } = await publish([trashed, text, "asset_of_nobody"]);
    expect(html).not.toContain("@font-face");
    expect(preloads).toEqual([]);
    expect(warnings?.map(({ location, code }) => [location, code])).toEqual([
      ["brand.fontAssetIds[0]", "asset_not_found"],
      ["brand.fontAssetIds[1]", "asset_not_found"],
      ["brand.fontAssetIds[2]", "asset_not_found"],
    ]);
  });

  test("is refused when it is uploaded as anything but a sound WOFF2 file", async () => {
    const changed = (at: number, ...bytes: number[]) => {
      const copy = Buffer.from(regular);
      for (const [index, byte] of bytes.entries()) copy[at + index] = byte;
      return copy;
    };
    const files = {
      "a WOFF of the first version": fontFile("figtree", 400, "woff"),
      "a font that is cut": regular.subarray(0, 5_000),
      "a collection": changed(4, 0x74, 0x74, 0x63, 0x66),
      "no tables": changed(12, 0, 0),
      "an endless directory": changed(12, 0xff, 0xff),
      "a font that claims to unpack to gigabytes": changed(16, 0xff, 0xff, 0xff, 0xff),
      "packed data beyond the end": changed(20, 0x7f, 0xff, 0xff, 0xff),
      "broken packed data": changed(600, 1, 2, 3, 4, 5, 6, 7, 8, 9),
      "its first bytes alone": Buffer.from("wOF2"),
      "a font that is too large": Buffer.concat([regular, Buffer.alloc(524_288)]),
    };
    for (const [what, content] of Object.entries(files)) {
      const { status } = await api().send("createAsset", { file: new File([new Uint8Array(content)], "own.woff2") });
      expect([what, status]).toEqual([what, 422]);
    }
  });
});
