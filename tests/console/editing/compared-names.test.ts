import { expect, test } from "bun:test";
import { languageInWords } from "../../../console/parts/words/page-words";
import { language } from "../../../contract/pages/language";
import { inConsole } from "../../support/browser/console";
import { publishPage } from "../../support/browser/site";
import { buildVersion } from "../../support/features/versions";
import { png } from "../../support/samples/images";

test("a language is told by its tag where browsers have no name for it", () => {
  expect(languageInWords("de")).toBe("German (de)");
  for (const tag of ["zh-cmn-Hans", "en-a1"]) expect(languageInWords(language.parse(tag))).toBe(tag);
});

inConsole("whoever compares two versions", ({ service, api, open, go }) => {
  test("reads names of brands, forms, pictures and buttons, and choices in words, where the API has identifiers", async () => {
    const brand = async (name: string) => (await api().call("createBrand", { body: { name } })).brandId;
    const form = async (name: string) => (await api().call("createForm", { body: { name, fields: [] } })).formId;
    const action = { actionId: "talk", purpose: "Talk", buttonTitle: "Talk to us", actionType: "form" };
    const written = { name: "Named", brandId: await brand("Winter"), actions: [{ ...action, url: await form("Short") }] };
    const { place } = await publishPage(service(), written, { customName: "Ada" });
    const { assetId } = await api().call("createAsset", { body: { name: "A ship" }, file: new File([png()], "ship.png") });
    const body = {
      brandId: await brand("Spring"),
      actions: [{ ...action, url: await form("Long") }],
      headerActionId: "talk",
      language: "de",
      pageType: "call_followup" as const,
      socialImageAssetId: assetId,
    };
    await api().call("updatePage", { params: { page_id: place.page_id }, body });
    await buildVersion(api(), place);
    const { page } = await open(`/pages/${place.page_id}/audiences/${place.audience_id}?tab=versions`);
    const row = (words: string) => page.getByRole("row", { name: words, exact: true });
    await row("Page › Brand Winter Spring").waitFor();
    await row("Page › Action Talk to us › Form Short Long").waitFor();
    await row("Page › Action in the header — Talk to us").waitFor();
    await row("Page › Language — German (de)").waitFor();
    await row("Page › Page type inbound call followup").waitFor();
    await row("Page › Picture for sharing — A ship").waitFor();
    const table = await page.getByRole("table").last().textContent();
    // The picture's address has its identifier; nothing else has one.
    expect(table?.match(/(?<!\/)(brand|form|file|asset)_/g)).toBeNull();
  });

  test("reads which field of a picture differs", async () => {
    const { assetId } = await api().call("createAsset", { body: { name: "A boat" }, file: new File([png()], "boat.png") });
    const { place } = await publishPage(service(), { name: "Drawn", socialImageAssetId: assetId }, { customName: "Ada" });
    const { versionId } = await buildVersion(api(), place);
    const { page } = await open("/");
    // As a document from before pictures were looked at more closely.
    await page.route(`**/versions/${versionId}/document`, async (route) => {
      const response = await route.fetch();
      const { document, ...rest } = await response.json();
      const asset = { ...document.assets[assetId], isLight: true, width: 7 };
      await route.fulfill({ response, json: { ...rest, document: { ...document, assets: { [assetId]: asset } } } });
    });
    await go(page, `/pages/${place.page_id}/audiences/${place.audience_id}?tab=versions`);
    await page.getByRole("row", { name: /^A boat › Drawn for dark backgrounds .* true$/ }).waitFor();
    await page.getByRole("row", { name: /^A boat › Width .* 7$/ }).waitFor();
  });
});
