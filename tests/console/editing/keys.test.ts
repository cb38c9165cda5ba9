import { expect, test } from "bun:test";
import { scopes as scopesOfAll } from "../../../contract";
import { axeViolations } from "../../support/browser/axe";
import { takePicture } from "../../support/browser/browser";
import { inConsole } from "../../support/browser/console";
import { until } from "../../support/service/jobs";

const dayMs = 86_400_000;

/** Of a name, on a phone. */
const minNameWidth = 120;
/** What fingers need, by WCAG 2.2. */
const minTargetHeight = 24;
/** Less than two lines. */
const maxTargetHeight = 36;

inConsole("somebody", ({ service, api, open }) => {
  test("reads the names and states of keys on a phone, and reaches what can be done with them without scrolling sideways", async () => {
    const watched = await open("/keys", { viewport: { width: 390, height: 844 } });
    const { page } = watched;
    const name = await page.getByRole("columnheader", { name: "Key" }).boundingBox();
    expect(name?.width).toBeGreaterThanOrEqual(minNameWidth);
    expect(await page.getByText("active", { exact: true }).filter({ visible: true }).count()).toBeGreaterThan(0);
    const other = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Revoke" }) });
    for (const label of ["Rename", "Revoke"]) {
      const button = other.first().getByRole("button", { name: label });
      const { x, width, height } = (await button.boundingBox()) as { x: number; width: number; height: number };
      expect(x + width).toBeLessThanOrEqual(390 - 16);
      expect(height).toBeWithin(minTargetHeight, maxTargetHeight);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("reads all that a key may do, on a phone too, and comes back to the list with Back", async () => {
    const { items } = await api().call("listApiKeys", {});
    const scopes = scopesOfAll.filter((scope) => scope !== "*");
    await api().call("createApiKey", { body: { name: "Nearly everything", scopes } });
    const { page } = await open("/keys", { viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "Nearly everything" }).click();
    const details = page.getByRole("dialog", { name: "Nearly everything" });
    for (const scope of scopes) await details.getByText(scope, { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goBack();
    await details.waitFor({ state: "detached" });
    expect(await page.getByRole("row").count()).toBeGreaterThan(items.length);
  });

  test("makes a key that ends, and renames it, typing at once in the dialogs", async () => {
    const found = async (name: string) => (await api().call("listApiKeys", {})).items.find((key) => key.name === name);
    const { page, complaints } = await open("/keys");
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog");
    const isTypedInto = () => dialog.getByLabel("Name").evaluate((input) => input === document.activeElement);
    await until(isTypedInto);
    await page.keyboard.type("CRM sync");
    await dialog.getByLabel("May do everything").check();
    await dialog.getByRole("combobox", { name: "Ends" }).click();
    await page.getByRole("option", { name: "After 90 days" }).click();
    const makes = dialog.getByRole("button", { name: "Make the key" });
    // The console's key ends with the session, and no key can make one that lives longer.
    expect(await makes.isDisabled()).toBe(true);
    await dialog.getByLabel("Your own API key").fill("foyer_wrong");
    await makes.click();
    await dialog.getByText("The API key is not valid").waitFor();
    await dialog.getByLabel("Your own API key").fill(api().key);
    expect(await axeViolations(page)).toEqual([]);
    await makes.click();
    await dialog.getByText("Here is the key").waitFor();
    // It can't be shown again: a click beside it must not close it.
    await page.mouse.click(5, 5);
    await page.keyboard.press("Escape");
    expect(await dialog.getByText(/^foyer_/).count()).toBe(1);
    const inDays = (Number((await found("CRM sync"))?.expiresAt) - Date.now()) / dayMs;
    expect(Math.round(inDays)).toBe(90);
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("row").filter({ hasText: "CRM sync" }).getByRole("button", { name: "Rename" }).click();
    await until(isTypedInto);
    await dialog.getByLabel("Name").fill("Nightly sync");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await found("Nightly sync")).toMatchObject({ scopes: ["*"], revokedAt: null });
    // Of the wrong key.
    expect(complaints.filter((complaint) => !complaint.includes("401"))).toEqual([]);
  });

  test("replaces a key on a phone, by one with the same rights that works at once, and the old one ends", async () => {
    const made = await api().call("createApiKey", { body: { name: "Old sync", scopes: ["pages:read"] } });
    const { page, complaints } = await open("/keys", { viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: /^Old sync/ }).click();
    const panel = page.getByRole("dialog", { name: "Old sync" });
    const dialog = page.getByRole("dialog", { name: "Replace the key" });
    await panel.getByRole("button", { name: "Replace" }).click();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await panel.isVisible()).toBe(true);
    await panel.getByRole("button", { name: "Replace" }).click();
    await dialog.getByRole("combobox", { name: "The old key ends" }).click();
    await page.getByRole("option", { name: "At once" }).click();
    await dialog.getByLabel("Your own API key").fill(api().key);
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, "console replace a key on a phone.png");
    await dialog.getByRole("button", { name: "Replace the key" }).click();
    const key = (await dialog.getByText(/^foyer_/).textContent()) as string;
    const statusWith = async (apiKey: string) =>
      (await fetch(`${service().origin}/v0/pages`, { headers: { "x-api-key": apiKey } })).status;
    expect(await statusWith(key)).toBe(200);
    expect(await statusWith(made.key as string)).toBe(401);
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "hidden" });
    await panel.getByText("revoked", { exact: true }).waitFor();
    expect(await panel.getByRole("button", { name: "Replace" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
