import { expect, test } from "bun:test";
import sharp from "sharp";
import { onTodaysEngine } from "../support/database/engines";
import { leastPage, makeAudience } from "../support/features/versions";
import { visit } from "../support/features/visitor";
import { useService } from "../support/service/service";

onTodaysEngine("a brand's icon", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const logo = async (width: number, height: number) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#0000ff"/></svg>`;
    return (await api().call("createAsset", { file: new File([svg], "logo.svg") })).assetId;
  };
  async function publish(assetId?: string, name = "Halden") {
    const body = { name, colors: { primary: "#b03010" }, ...(assetId && { logo: { assetId } }) };
    const { brandId } = await api().call("createBrand", { body });
    const { pageId } = await api().call("createPage", { body: { ...leastPage, brandId } });
    await api().call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const { publicUrl } = await api().call("getEffectiveAudience", { params: await makeAudience(api(), {}, pageId) });
    const { html } = await visit(service(), new URL(publicUrl as string).pathname);
    const [, touch = ""] = /<link rel="apple-touch-icon" href="([^"]*)">/.exec(html) ?? [];
    return { html, touch, brandId };
  }
  const colorsOf = async (path: string) => {
    const { status, headers, bytes } = await visit(service(), path);
    expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([180, 180]);
    const at = (x: number, y: number) => [...data.subarray(3 * (y * 180 + x)).subarray(0, 3)];
    return { corner: at(3, 3), middle: at(90, 90) };
  };

  test("is its logo, if that is about as wide as high, and then of the tab too", async () => {
    const { html, touch } = await publish(await logo(24, 24));
    expect(html).toContain(`<link rel="icon" type="image/png" href="${touch}">`);
    expect(await colorsOf(touch)).toEqual({ corner: [255, 255, 255], middle: [0, 0, 255] });
  });

  test("is its first letter on its colour otherwise", async () => {
    for (const assetId of [undefined, await logo(400, 40)]) {
      const { html, touch } = await publish(assetId);
      expect(html).toContain('<link rel="icon" href="data:image/svg+xml,');
      const { corner } = await colorsOf(touch);
      expect(corner).toEqual([0xb0, 0x30, 0x10]);
      expect((await sharp((await visit(service(), touch)).bytes).stats()).entropy).toBeGreaterThan(0.1);
    }
  });

  test("is the first letter that can be drawn", async () => {
    const plain = await visit(service(), (await publish()).touch);
    for (const before of ["\u0001", "\ufffe", " \u202e", "\ufdd0\u200b"]) {
      const { html, touch } = await publish(undefined, `${before}Halden`);
      const icon = await visit(service(), touch);
      expect([icon.status, icon.bytes.equals(plain.bytes)]).toEqual([200, true]);
      const [, inside = ""] = /<link rel="icon" href="data:image\/svg\+xml,([^"]*)"/.exec(html) ?? [];
      expect(decodeURIComponent(inside)).toContain(">H</text>");
    }
  });

  test("changes with the brand, and when its logo is put into the trash", async () => {
    const assetId = await logo(30, 30);
    const { touch, brandId } = await publish(assetId);
    expect((await colorsOf(touch)).middle).toEqual([0, 0, 255]);
    await api().call("deleteAsset", { params: { asset_id: assetId } });
    expect((await colorsOf(touch)).corner).toEqual([0xb0, 0x30, 0x10]);
    await api().call("updateBrand", { params: { brand_id: brandId }, body: { colors: { primary: "#104010" } } });
    expect((await colorsOf(touch)).corner).toEqual([0x10, 0x40, 0x10]);
    await api().call("deleteBrand", { params: { brand_id: brandId } });
    expect((await visit(service(), touch)).status).toBe(404);
  });

  test("is for whoever has its signed address", async () => {
    const { touch } = await publish();
    expect((await visit(service(), touch.replace(/.{4}\.png$/, "AAAA.png"))).status).toBe(404);
    expect((await visit(service(), "/favicon.ico")).status).toBe(404);
  });
});
