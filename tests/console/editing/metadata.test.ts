import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { scopes } from "../../../contract";
import { axeViolations } from "../../support/browser/axe";
import { looksFor, takePicture } from "../../support/browser/browser";
import { inConsole } from "../../support/browser/console";
import { makeAudience, makePage } from "../../support/features/versions";
import { until } from "../../support/service/jobs";

const fold = (page: Page) => page.getByRole("button", { name: "Search engines and sharing" });
const keywords = (page: Page) => page.getByRole("combobox", { name: "Keywords" });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).press("Enter");

/** What the next change of the record sends. */
async function sentBy(page: Page, act: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const [request] = await Promise.all([page.waitForRequest((each) => each.method() === "PATCH"), act()]);
  return request.postDataJSON();
}

inConsole("somebody", ({ api, open, openAnew }) => {
  test("hides a page from search engines and says how it is shared; what they don't touch stays", async () => {
    const params = { page_id: await makePage(api()) };
    const before = { robots: ["nofollow, max-snippet:20"], themeColor: "#123456", author: "Ada" };
    await api().call("updatePage", { params, body: { metadata: before } });
    const stored = async () => (await api().call("getPage", { params })).metadata;
    const { page, complaints } = await open(`/pages/${params.page_id}?tab=content`);
    // Something in it is set already.
    await page.getByLabel("Author", { exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Renamed");
    expect(await sentBy(page, () => save(page))).not.toHaveProperty("metadata");
    await until(async () => (await api().call("getPage", { params })).name === "Renamed");

    await page.getByRole("combobox", { name: "Rule for search engines" }).click();
    await page.getByRole("option", { name: "Hidden from search engines" }).click();
    await keywords(page).fill("ships");
    await keywords(page).press("Enter");
    await page.getByLabel("Title where it is shared").fill("Hello {{ person.firstName | default: 'there' }}");
    await page.getByLabel("Description on X").fill("Short");
    await page.getByLabel("Author", { exact: true }).fill("");
    await save(page);
    const after = {
      robots: ["noindex", "nofollow", "max-snippet:20"],
      themeColor: "#123456",
      keywords: ["ships"],
      ogTitle: "Hello {{ person.firstName | default: 'there' }}",
      twitterDescription: "Short",
    };
    await until(async () => (await stored())?.ogTitle !== undefined);
    expect(await stored()).toEqual(after);
    await page.reload();
    const robots = page.getByRole("combobox", { name: "Rule for search engines" });
    await until(async () => (await robots.inputValue()) === "Hidden from search engines");
    await page.getByLabel("No rule for search engines").click();
    await save(page);
    await until(async () => (await stored())?.robots.length === 2);
    expect(await stored()).toEqual({ ...after, robots: ["nofollow", "max-snippet:20"] });
    expect(complaints).toEqual([]);
  });

  test("is led to what is wrong in the fold, and it stays open while they mend it", async () => {
    const params = { page_id: await makePage(api()) };
    const { page, complaints } = await open(`/pages/${params.page_id}?tab=content`);
    await fold(page).click();
    await page.getByLabel("Address for search engines").fill("javascript:alert(1)");
    await keywords(page).fill("x".repeat(1_100));
    await keywords(page).press("Enter");
    await fold(page).click();
    await keywords(page).waitFor({ state: "hidden" });
    await save(page);
    const wrong = page.locator("[aria-invalid=true]");
    await until(async () => (await wrong.count()) === 2);
    await keywords(page).press("Backspace");
    await page.getByLabel("Address for search engines").fill("https://acme.example/ships");
    await until(async () => (await wrong.count()) === 0);
    await save(page);
    const stored = async () => (await api().call("getPage", { params })).metadata;
    await until(async () => (await stored())?.canonicalUrl === "https://acme.example/ships");
    expect(complaints).toEqual([]);
  });

  test("overrides for an audience what search engines and networks show, and a key that may only look sees it", async () => {
    const place = await makeAudience(api());
    const path = `/pages/${place.page_id}/audiences/${place.audience_id}?tab=overrides`;
    const stored = async () => (await api().call("getAudience", { params: place })).metadataOverride;
    const { page, complaints } = await open(path);
    await fold(page).click();
    await page.getByRole("combobox", { name: "Rule for search engines" }).click();
    await page.getByRole("option", { name: "Found by search engines" }).click();
    await page.getByLabel("Title where it is shared").fill("For Ada");
    await save(page);
    await until(async () => (await stored())?.ogTitle === "For Ada");
    expect(await stored()).toEqual({ robots: ["index"], ogTitle: "For Ada" });
    // Nothing is unsaved any more: the screen is left without a question.
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByText("Title, description and sharing").first().waitFor();
    expect(complaints).toEqual([]);

    const reading = scopes.filter((scope) => scope.endsWith(":read"));
    const { key } = await api().call("createApiKey", { body: { name: "Looks", scopes: reading } });
    await using looking = await openAnew(path, {}, key as string);
    await looking.page.getByText("Found by search engines, even if made for one person").waitFor();
    await looking.page.getByText("For Ada").waitFor();
    expect(await looking.page.getByText("Title on X").count()).toBe(0);
  });

  test("says what an action is for", async () => {
    const action = { actionId: "a", buttonTitle: "Book", actionType: "url", url: "https://acme.example", purpose: "Sell" };
    const params = { page_id: await makePage(api(), { actions: [action] }) };
    const { page, complaints } = await open(`/pages/${params.page_id}?tab=content`);
    const purpose = page.getByLabel("What it is for");
    expect(await purpose.inputValue()).toBe("Sell");
    await purpose.fill("Talk to a person");
    await page.getByRole("button", { name: "Save the actions" }).press("Enter");
    const stored = async () => (await api().call("getPage", { params })).actions;
    await until(async () => (await stored())[0]?.purpose === "Talk to a person");
    expect(await stored()).toMatchObject([{ ...action, purpose: "Talk to a person" }]);
    expect(complaints).toEqual([]);
  });

  const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1_280, height: 800 } };
  for (const [turn, [size, viewport]] of Object.entries(sizes).entries()) {
    test(`uses the fold on a ${size}, in light or dark: accessible, and nothing is too wide`, async () => {
      const action = { buttonTitle: "Book", actionType: "url", url: "https://acme.example", purpose: "" };
      const page_id = await makePage(api(), { actions: [action] });
      await api().call("updatePage", {
        params: { page_id },
        body: { metadata: { robots: ["noindex"], keywords: ["ships", "sea"] } },
      });
      const watched = await open(`/pages/${page_id}?tab=content`, { viewport });
      const { page, settled } = watched;
      await keywords(page).waitFor();
      for (const colorScheme of looksFor(turn, ["light", "dark"] as const)) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        await settled();
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
          true,
        );
        await takePicture(page, `console ${colorScheme} ${size} metadata.png`, { fullPage: true });
      }
    });
  }
});
