import { expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import { inConsole } from "../../support/browser/console";
import { tenantIdOf } from "../../support/database/rows";
import { addSession } from "../../support/features/sessions";
import { buildVersion, makeAudience, makePage } from "../../support/features/versions";
import { until } from "../../support/service/jobs";

const viewport = { width: 390, height: 844 };
/** In pixels. Lists reckon with it, so that a scrollbar is where it should be. */
const rowHeight = 56;
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>`;

/** Whether an element shows all of its text. */
async function isWhole(element: Locator): Promise<boolean> {
  return element.evaluate((each) => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight);
}

async function isInSight(element: Locator): Promise<boolean> {
  const { x, width } = (await element.boundingBox()) ?? { x: -1, width: 0 };
  return x >= 0 && x + width <= viewport.width;
}

inConsole("somebody with a phone", ({ service, api, open }) => {
  test("tells links apart that all begin with the same page, and audiences with long names", async () => {
    const pageId = await makePage(api(), { name: "Everything that Northwind does for you" });
    const names = ["Margaret Okafor, Gothenburg Shipping", "Margaret Okafor, Gothenburg Robotics"];
    for (const customName of names) await makeAudience(api(), { customName }, pageId);
    const watched = await open("/links", { viewport });
    const { page, complaints } = watched;
    const links = page.locator("tbody a:visible");
    await until(async () => (await links.count()) === names.length);
    const shown = await links.allInnerTexts();
    expect(new Set(shown).size).toBe(names.length);
    const { items } = await api().call("listPageLinks", {});
    for (const [index, { url }] of items.entries()) {
      expect(url).toEndWith(`/${shown[index]}`);
      expect(url).toBe(`http://${await page.locator("tbody .below").nth(index).textContent()}${shown[index]}`);
    }
    for (const path of ["/audiences", `/pages/${pageId}`]) {
      await page.goto(`${new URL(page.url()).origin}/console${path}`);
      for (const name of names) expect([path, name, await isWhole(page.getByRole("link", { name }))]).toEqual([path, name, true]);
      const heights = await page.locator("tbody tr").evaluateAll((rows) => rows.map(({ clientHeight }) => clientHeight));
      expect(Math.max(...heights)).toBeLessThanOrEqual(rowHeight);
    }
    expect(complaints).toEqual([]);
  });

  test("reads what happened around an account", async () => {
    const pageId = await makePage(api(), { name: "Everything that Northwind does for you" });
    const { accountId } = await api().call("createAccount", { body: { domain: "acme.example", name: "Acme" } });
    const { audience_id: audienceId } = await makeAudience(api(), { accountId }, pageId);
    await addSession(service().db, await tenantIdOf(service().db, api()), { pageId, audienceId });
    const { page } = await open(`/accounts/${accountId}`, { viewport });
    const visit = page.getByRole("cell", { name: "Visited Everything that Northwind" });
    await visit.waitFor();
    expect(await visit.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await isWhole(visit.getByRole("button"))).toBe(true);
  });

  test("reads in the list of visits to which page each was, and finds what can be done with a picture in one line", async () => {
    const pageId = await makePage(api(), { name: "Autumn in Porto" });
    const { audience_id: audienceId } = await makeAudience(api(), { customName: "Grace Hopper" }, pageId);
    await addSession(service().db, await tenantIdOf(service().db, api()), { pageId, audienceId });
    const { page } = await open("/visits", { viewport });
    const row = page.getByRole("row").filter({ hasText: "Grace Hopper" });
    await row.locator(".below").getByText("Autumn in Porto").waitFor();
    expect(await row.evaluate(({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(rowHeight);
    const file = new File([picture], "harbour.svg", { type: "image/svg+xml" });
    await api().call("createAsset", { body: { name: "harbour", assetType: "image" }, file });
    await page.goto(`${service().origin}/console/assets`);
    for (const name of ["Trash", "Rename"])
      expect([name, await isWhole(page.getByRole("button", { name, exact: true }).locator("span span"))]).toEqual([name, true]);
    const tops = await Promise.all(
      ["Trash", "Rename"].map(async (name) => (await page.getByRole("button", { name, exact: true }).boundingBox())?.y),
    );
    expect(tops[0]).toBe(tops[1] as number);
  });

  test("reads what the next step on the home screen is called", async () => {
    const { page } = await open("/", { viewport });
    const label = page.locator("main .mantine-Button-label").first();
    await label.waitFor();
    expect(await isWhole(label)).toBe(true);
  });

  test("comes back from the menu to the screen that was there, by choosing it again", async () => {
    const { page } = await open("/brands", { viewport });
    await page.getByRole("button", { name: "Open the menu" }).click();
    const screens = page.getByRole("navigation", { name: "Screens" });
    await screens.getByRole("link", { name: "Brands" }).click();
    await page.getByRole("button", { name: "Open the menu" }).waitFor();
    await screens.getByRole("link", { name: "Brands" }).waitFor({ state: "hidden" });
  });

  test("reaches with Tab only what is in sight: the menu once it is open, and the screen after it was chosen there", async () => {
    const { page } = await open("/brands", { viewport });
    const menu = page.getByRole("button", { name: "Open the menu" });
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    const tabTo = async (text: string) => {
      for (let presses = 0; presses < 4 && (await focused()) !== text; presses += 1) await page.keyboard.press("Tab");
      return focused();
    };
    await page.getByRole("button", { name: "New brand" }).first().waitFor();
    await page.getByLabel("Your session").focus();
    expect(await tabTo("New brand")).toBe("New brand");
    await menu.press("Enter");
    const screens = page.getByRole("navigation", { name: "Screens" });
    await screens.getByRole("link", { name: "Home" }).waitFor();
    await page.getByLabel("Your session").focus();
    expect(await tabTo("Home")).toBe("Home");
    await screens.getByRole("link", { name: "Brands" }).press("Enter");
    await menu.waitFor();
    expect(await tabTo("New brand")).toBe("New brand");
  });

  test("compares versions and goes back, without scrolling sideways", async () => {
    const place = await makeAudience(api(), { customName: "Ann" });
    await api().call("updatePage", { params: { page_id: place.page_id }, body: { title: "Another title, which is longer" } });
    await buildVersion(api(), place);
    const { page } = await open(`/pages/${place.page_id}/audiences/${place.audience_id}?tab=versions`, { viewport });
    const after = page.getByRole("cell", { name: "Another title, which is longer" });
    await after.waitFor();
    expect(await isInSight(after)).toBe(true);
    expect(await isInSight(page.getByRole("button", { name: "Go back to it" }))).toBe(true);
    expect(await isWhole(page.getByRole("row").getByText("published"))).toBe(true);
  });

  test("sees which tab is chosen, and each field with its source and value, without scrolling sideways", async () => {
    const pageId = await makePage(api(), { name: "Tabs" });
    const { audience_id: audienceId } = await makeAudience(api(), { customName: "Ada" }, pageId);
    const watched = await open(`/pages/${pageId}/audiences/${audienceId}?tab=history`, { viewport });
    const { page } = watched;
    await until(() => isInSight(page.getByRole("tab", { name: "History", selected: true })));
    await page.getByRole("tab", { name: "Where it comes from" }).click();
    const field = page.getByTitle("name", { exact: true });
    expect([await field.textContent(), await isInSight(field)]).toEqual(["Nameaudience", true]);
    const row = page.getByRole("row").filter({ has: field });
    for (const text of ["audience", "Ada"])
      expect([text, await isInSight(row.getByText(text, { exact: true }).filter({ visible: true }))]).toEqual([text, true]);
  });
});
