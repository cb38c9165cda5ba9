import { expect, setDefaultTimeout, test } from "bun:test";
import { axeViolations } from "../../support/browser/axe";
import { inConsole } from "../../support/browser/console";
import { until } from "../../support/service/jobs";

setDefaultTimeout(60_000);

const dayMs = 86_400_000;

/** Of a name, on a phone. */
const minNameWidth = 120;

inConsole("somebody", ({ api, open, openAnew }) => {
  test("reads the names of keys on a phone, and reaches what can be done with them by scrolling the list alone", async () => {
    await using watched = await openAnew("/keys", { viewport: { width: 390, height: 844 } });
    const { page } = watched;
    const name = await page.getByRole("columnheader", { name: "Key" }).boundingBox();
    expect(name?.width).toBeGreaterThanOrEqual(minNameWidth);
    const revoke = page.getByRole("button", { name: "Revoke" }).first();
    await revoke.scrollIntoViewIfNeeded();
    const { x, width } = (await revoke.boundingBox()) as { x: number; width: number };
    expect(x + width).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
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
});
