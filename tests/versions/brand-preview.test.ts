import { beforeAll, expect, test } from "bun:test";
import type { Operations, Sendable } from "../../contract";
import { fontFile } from "../../server/fonts/font-files";
import { onTodaysEngine } from "../support/database/engines";
import { marksOf } from "../support/database/state";
import { makePage } from "../support/features/versions";
import { post, visit } from "../support/features/visitor";
import { png } from "../support/samples/images";
import type { Api } from "../support/service/api";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

type Body = Sendable<Operations["previewPage"]>["body"];
const assetPaths = /\/_foyer\/assets\/[^"\s)]*/g;

onTodaysEngine("a brand with changes that are not saved", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let page_id: string;
  let brandId: string;

  beforeAll(async () => {
    const body = { name: "Halden", colors: { primary: "#135724", background: "#fffdf7" } };
    ({ brandId } = await api().call("createBrand", { body }));
    page_id = await makePage(api(), { brandId });
  });

  const upload = async (as: Api, content: Uint8Array, name: string) =>
    (await as.call("createAsset", { file: new File([new Uint8Array(content)], name) })).assetId;
  const uploadFont = (as: Api) => upload(as, fontFile("figtree", 400, "woff2"), "own.woff2");
  const uploadLogo = (as: Api) => upload(as, png({ width: 64, height: 32 }), "logo.png");

  async function seen(body: Body) {
    const { url, page, warnings } = await api().call("previewPage", { params: { page_id }, body });
    const { html } = await post(service(), new URL(url).pathname, { page });
    return { html, warnings: warnings.map(({ location, code }) => [location, code]) };
  }

  test("is seen with its new font, logo, colours and name; what is left out is as saved", async () => {
    const [font, logo] = [await uploadFont(api()), await uploadLogo(api())];
    const { html, warnings } = await seen({ brand: { fontAssetIds: [font], logo: { assetId: logo, altText: "Our mark" } } });
    expect(warnings).toEqual([]);
    expect(html).toContain('@font-face{font-family:"Brand"');
    expect(html).toContain('alt="Our mark"');
    expect(html).toContain("#135724");
    const files = [...new Set(html.match(assetPaths))];
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) expect((await visit(service(), path)).status).toBe(200);
    const recoloured = await seen({ brand: { name: "Halden & Co", colors: { primary: "#571324" }, font: "manrope" } });
    expect(recoloured.html).toContain("#571324");
    expect(recoloured.html).toContain("#fffdf7");
    expect(recoloured.html).toContain("Halden &amp; Co");
    expect(recoloured.html.toLowerCase()).toContain("manrope");
  });

  test("is the brand that the page would have, and a new one where there is none", async () => {
    const { brandId: other } = await api().call("createBrand", { body: { name: "Other", colors: { primary: "#241357" } } });
    expect((await seen({ page: { brandId: other }, brand: { name: "Renamed" } })).html).toContain("#241357");
    const { html, warnings } = await seen({ page: { brandId: "brand_none" }, brand: { name: "Brand new" } });
    expect(html).toContain("Brand new");
    expect(html).not.toContain("#135724");
    expect(warnings).toEqual([]);
  });

  test("stores nothing and records no event", async () => {
    const fontAssetIds = [await uploadFont(api())];
    const before = await marksOf(service().db);
    await seen({ brand: { name: "Passing", fontAssetIds } });
    expect(await marksOf(service().db)).toEqual(before);
    expect((await api().call("getBrand", { params: { brand_id: brandId } })).name).toBe("Halden");
  });

  test("is checked like a change of a brand, with the place of each mistake", async () => {
    const brand = { name: "", colors: { primary: "red" }, logo: {}, font: "papyrus", fontAssetIds: ["1", "2", "3", "4", "5"] };
    const places = async (id: "previewPage" | "updateBrand", sent: object) =>
      (await api().refusal(id, sent as never)).errors?.map(({ location, code }) => [location, code]);
    const asChange = await places("updateBrand", { params: { brand_id: brandId }, body: brand });
    expect(asChange?.length).toBe(5);
    const expected = asChange?.map(([location, code]) => [(location as string).replace("body.", "body.brand."), code as string]);
    expect(await places("previewPage", { params: { page_id }, body: { brand } })).toEqual(expected);
  });

  test("shows no brand and no file of another tenant", async () => {
    const { api: theirs } = await createTenant(service(), crypto.randomUUID());
    const { brandId: theirBrand } = await theirs.call("createBrand", {
      body: { name: "Theirs", colors: { primary: "#987654" } },
    });
    const [font, logo] = [await uploadFont(theirs), await uploadLogo(theirs)];
    const brand = { name: "Mine", fontAssetIds: [font], logo: { assetId: logo } };
    const { html, warnings } = await seen({ page: { brandId: theirBrand }, brand });
    expect(html).not.toMatch(assetPaths);
    expect(html).not.toContain("@font-face");
    expect(html).not.toContain("#987654");
    expect(warnings.map(([location]) => location)).toContain("brand.fontAssetIds[0]");
    expect(warnings.map(([location]) => location).some((location) => location?.startsWith("brand.logo"))).toBe(true);
  });
});
