import { expect, test } from "bun:test";
import { join } from "node:path";
import { axeViolations } from "../../support/browser/axe";
import { inConsole } from "../../support/browser/console";
import { makePage } from "../../support/features/versions";
import { until } from "../../support/service/jobs";

const fonts = join(import.meta.dir, "../../../node_modules/@fontsource/figtree/files");
const action = (buttonTitle: string, actionType = "url") => ({
  buttonTitle,
  actionType,
  url: "https://shop.example",
  purpose: "",
});

inConsole("somebody", ({ api, open }) => {
  test("puts a button into the page's header, another in its place, a new one, and none by removing it", async () => {
    const params = { page_id: await makePage(api()) };
    await api().call("updatePage", { params, body: { actions: [action("One"), action("Two", "wave")] } });
    const header = async () => {
      const { actions, headerActionId } = await api().call("getPage", { params });
      return actions.find(({ actionId }) => actionId === headerActionId)?.buttonTitle;
    };
    const { page, complaints } = await open(`/pages/${params.page_id}?tab=content`);
    const inHeader = page.getByRole("switch", { name: "Also in the page's header" });
    const save = async () => {
      const button = page.getByRole("button", { name: "Save the actions" });
      // While the actions before are being saved, it takes no key.
      await until(() => button.isEnabled());
      await button.press("Enter");
    };
    await inHeader.nth(0).press("Space");
    await save();
    await until(async () => (await header()) === "One");
    await until(() => page.getByRole("button", { name: "Save the actions" }).isDisabled());
    await inHeader.nth(1).press("Space");
    expect(await inHeader.nth(0).isChecked()).toBe(false);
    // A type that only its integrator knows is shown, and stays.
    expect(await page.getByRole("combobox", { name: "What it does" }).nth(1).inputValue()).toBe("wave");
    await save();
    await until(async () => (await header()) === "Two");
    await until(() => page.getByRole("button", { name: "Save the actions" }).isDisabled());
    await page.getByRole("button", { name: "Add an action" }).press("Enter");
    await page.getByLabel("Button", { exact: true }).nth(2).fill("Three");
    await page.getByLabel("Where to").nth(2).fill("https://shop.example/three");
    await inHeader.nth(2).press("Space");
    expect(await axeViolations(page)).toEqual([]);
    await save();
    await until(async () => (await header()) === "Three");
    expect((await api().call("getPage", { params })).actions[1]?.actionType).toBe("wave");
    await until(() => page.getByRole("button", { name: "Save the actions" }).isDisabled());
    // With the keyboard: notices may be before it.
    await page.getByRole("button", { name: "More for action 3" }).press("Enter");
    await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
    await save();
    await until(async () => (await api().call("getPage", { params })).actions.length === 2);
    expect((await api().call("getPage", { params })).headerActionId).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test("gives a brand a font of its own, file by file, and takes one out again", async () => {
    const assetIds: string[] = [];
    for (const weight of [400, 700]) {
      const file = new File([await Bun.file(`${fonts}/figtree-latin-${weight}-normal.woff2`).bytes()], `House ${weight}.woff2`);
      assetIds.push((await api().call("createAsset", { body: { name: `House ${weight}` }, file })).assetId);
    }
    const { brandId } = await api().call("createBrand", { body: { name: "Acme" } });
    const stored = async () => (await api().call("getBrand", { params: { brand_id: brandId } })).fontAssetIds;
    const { page, complaints } = await open("/brands");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Edit" }).click();
    for (const [index, weight] of [400, 700].entries()) {
      await dialog.getByRole("combobox", { name: `Font file ${index + 1}` }).fill(`House ${weight}`);
      await page.getByRole("option", { name: `House ${weight}` }).click();
    }
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await stored()).toEqual(assetIds);
    await page.getByRole("button", { name: "Edit" }).click();
    await until(async () => (await dialog.getByRole("combobox", { name: "Font file 2" }).inputValue()) === "House 700");
    await dialog.getByLabel("No font file 1").click();
    await dialog.getByLabel("Name").fill("Acme Anvils");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await stored()).toEqual(assetIds.slice(1));
    expect(complaints).toEqual([]);
  });
});
