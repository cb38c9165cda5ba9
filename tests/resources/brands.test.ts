import { expect, test } from "bun:test";
import type { Brand, Operations, Sendable } from "../../contract";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";

type NewBrand = Sendable<Operations["createBrand"]>["body"];
type BrandChanges = Sendable<Operations["updateBrand"]>["body"];

const none = { primary: null, onPrimary: null, background: null, text: null };

onBothEngines("brands", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const create = (body: NewBrand) => api().call("createBrand", { body });
  const read = ({ brandId }: Brand) => api().call("getBrand", { params: { brand_id: brandId } });
  const change = ({ brandId }: Brand, body: BrandChanges) => api().call("updateBrand", { params: { brand_id: brandId }, body });
  const newestEvent = async () => {
    const [event] = (await api().call("listEvents", { query: { limit: 1 } })).items;
    return { type: event?.type, data: event?.data };
  };

  test("a brand is kept as it was sent", async () => {
    const body = {
      name: ' Acme "é" ',
      colors: { primary: "#2F5d50", onPrimary: "#fefefe", background: "#ffffff", text: null },
      logo: { assetId: "asset_1", url: "https://acme.example/logo.svg", altText: "Acme's <logo>" },
      darkLogo: { assetId: "asset_2", url: null, altText: "" },
      font: "manrope" as const,
      fontAssetIds: ["asset_3"],
      darkMode: "off" as const,
    };
    const brand = await create(body);
    expect(brand).toEqual({ ...body, brandId: brand.brandId, createdAt: brand.createdAt, updatedAt: brand.createdAt });
    expect(brand.brandId).toMatch(/^brand_[a-z0-9]{26}$/);
    expect(await read(brand)).toEqual(brand);
    expect(await newestEvent()).toEqual({ type: "brand.created", data: brand });
  });

  test("a name is enough; a logo is an asset or an address", async () => {
    expect(await create({ name: "B" })).toMatchObject({ colors: none, logo: null, darkLogo: null, font: null, darkMode: "auto" });
    expect(await create({ name: "B", colors: { text: "#000000" }, logo: null })).toMatchObject({
      colors: { ...none, text: "#000000" },
      logo: null,
    });
    expect((await create({ name: "B", logo: { assetId: "asset_1" } })).logo).toEqual({
      assetId: "asset_1",
      url: null,
      altText: "",
    });
    expect((await create({ name: "B", logo: { url: "/l.svg" } })).logo).toEqual({ assetId: null, url: "/l.svg", altText: "" });
  });

  test("a change replaces only what it names: each colour by itself, the logo as a whole", async () => {
    const brand = await create({
      name: "Before",
      colors: { primary: "#111111", text: "#222222" },
      logo: { url: "/l.svg", altText: "L" },
    });
    service().advance(1_000);
    const changed = await change(brand, { colors: { primary: "#333333", text: null } });
    expect(changed).toEqual({ ...brand, colors: { ...none, primary: "#333333" }, updatedAt: changed.updatedAt });
    expect(Number(changed.updatedAt) - Number(brand.updatedAt)).toBeGreaterThanOrEqual(1_000);
    expect(await newestEvent()).toEqual({ type: "brand.updated", data: changed });
    expect((await change(brand, { logo: { assetId: "asset_2" } })).logo).toEqual({ assetId: "asset_2", url: null, altText: "" });
    expect(await change(brand, { name: "After", logo: null })).toMatchObject({ name: "After", logo: null });
    expect(await read(brand)).toMatchObject({ name: "After", logo: null, colors: { ...none, primary: "#333333" } });
    expect(await change(brand, { darkMode: "off" })).toMatchObject({ darkMode: "off", darkLogo: null });
    expect((await change(brand, {})).name).toBe("After");
  });

  test("all mistakes are reported at once, each with its location", async () => {
    const body = {
      name: "",
      colors: { primary: "red", background: "#fff", text: "#12345g", accent: "#000000" },
      logo: { altText: 1, url: "javascript:alert(1)" },
    };
    const { errors } = await api().refusal("createBrand", { body: body as unknown as NewBrand });
    expect(errors?.map(({ location, code }) => `${location} ${code}`).sort()).toEqual([
      "body.colors.accent unknown_field",
      "body.colors.background bad_format",
      "body.colors.primary bad_format",
      "body.colors.text bad_format",
      "body.logo.altText wrong_type",
      "body.logo.url bad_format",
      "body.name too_short",
    ]);
    for (const logo of [{}, { assetId: null, url: null }, { altText: "A" }]) {
      const refused = await api().refusal("createBrand", { body: { name: "B", logo } });
      expect(refused.errors).toMatchObject([{ location: "body.logo.assetId", code: "required" }]);
    }
  });

  test("a deleted brand is gone, and its pages stay", async () => {
    const brand = await create({ name: "Gone" });
    expect(await api().call("deleteBrand", { params: { brand_id: brand.brandId } })).toEqual({
      brandId: brand.brandId,
      deleted: true,
    });
    expect((await api().refusal("getBrand", { params: { brand_id: brand.brandId } })).code).toBe("not_found");
    expect((await api().refusal("deleteBrand", { params: { brand_id: brand.brandId } })).code).toBe("not_found");
  });

  test("the list shows the newest first", async () => {
    const [one, two] = [await create({ name: "One" }), await create({ name: "Two" })];
    expect((await api().call("listBrands", { query: { limit: 2 } })).items).toEqual([two, one]);
  });

  test("a page may name a brand that is not there", async () => {
    const body = { actions: [], actionCardWidgets: [], brandId: "brand_none", name: "P", pageContext: "C", scripts: [] };
    expect((await api().call("createPage", { body })).brandId).toBe("brand_none");
  });
});
