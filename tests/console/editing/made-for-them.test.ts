import { expect, test } from "bun:test";
import { axeViolations } from "../../support/browser/axe";
import { inConsole } from "../../support/browser/console";
import { makeAudience, makePage } from "../../support/features/versions";
import { png } from "../../support/samples/images";
import { until } from "../../support/service/jobs";

inConsole("somebody", ({ api, open }) => {
  test("gives an audience a title and a description of its own, finds them in its history, and sets them back", async () => {
    const place = await makeAudience(api(), {}, await makePage(api()));
    const metadataOverride = { title: "Hello", keywords: ["ships"] };
    await api().call("updateAudience", { params: place, body: { metadataOverride } });
    const stored = async () => (await api().call("getAudience", { params: place })).metadataOverride;
    const { page, complaints } = await open(`/pages/${place.page_id}/audiences/${place.audience_id}?tab=overrides`);
    await page.getByLabel("Title", { exact: true }).fill("Hello Ada");
    await page.getByLabel("Description", { exact: true }).fill("For you");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    // What the console has no field for stays.
    await until(async () => (await stored())?.title === "Hello Ada");
    expect(await stored()).toMatchObject({ title: "Hello Ada", description: "For you", keywords: ["ships"] });
    await page.getByText("Build a new version to bring it to them").first().waitFor();
    // While a form is being saved, its button takes no key.
    await until(() => page.getByRole("button", { name: "Save" }).isEnabled());
    await page.getByLabel("Title", { exact: true }).fill("");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await until(async () => (await stored())?.title === undefined);
    await page.getByRole("tab", { name: "History" }).click();
    const changes = page.locator(".mantine-Card-root").filter({ hasText: "Title, description and sharing" });
    await until(async () => (await changes.count()) === 3);
    expect(await axeViolations(page)).toEqual([]);
    await changes.nth(1).getByRole("button", { name: "Set back to this" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Set back to this" }).click();
    await until(async () => (await stored())?.title === "Hello Ada");
    expect(complaints).toEqual([]);
  });

  test("describes a page that has a picture where it is shared", async () => {
    const params = { page_id: await makePage(api()) };
    const { assetId } = await api().call("createAsset", { body: {}, file: new File([png()], "wide.png") });
    await api().call("updatePage", { params, body: { socialImageAssetId: assetId, metadata: { ogTitle: "Kept" } } });
    const { page, complaints } = await open(`/pages/${params.page_id}?tab=content`);
    await page.getByLabel("Description", { exact: true }).fill("All about ships");
    await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
    const stored = async () => (await api().call("getPage", { params })).metadata;
    await until(async () => (await stored())?.description === "All about ships");
    expect(await stored()).toMatchObject({ ogTitle: "Kept", ogImageUrl: expect.any(String) });
    expect(complaints).toEqual([]);
  });

  test("sees the new versions in the list once a page is published to all, and is told for how many it is live", async () => {
    const params = { page_id: await makePage(api()) };
    for (const customName of ["Ada", "Grace"]) await makeAudience(api(), { customName }, params.page_id);
    await api().call("updatePage", { params, body: { title: "Changed" } });
    const { page } = await open(`/pages/${params.page_id}`);
    const versions = () =>
      page
        .getByRole("row")
        .filter({ hasText: /Ada|Grace/ })
        .getByRole("cell", { name: "2", exact: true });
    await page.getByRole("row").filter({ hasText: "Ada" }).waitFor();
    expect(await versions().count()).toBe(0);
    await page.getByRole("button", { name: "Publish to all" }).click();
    await until(async () => (await versions().count()) === 2);
    await page.getByText("Published to 2 audiences").waitFor();
    expect(await page.getByText(/^Published to/).count()).toBe(1);
  });
});
