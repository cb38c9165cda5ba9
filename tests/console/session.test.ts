import { beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeViolations } from "../support/browser/axe";
import { inBrowser, watchedPage } from "../support/browser/browser";
import { useConsole } from "../support/browser/console";
import { tenantIdOf } from "../support/database/rows";
import { makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createKey, createTenant } from "../support/service/tenants";

inBrowser("somebody at the console", (browser) => {
  const { service, api, openAnew } = useConsole(browser, useService("sqlite"));
  let pageId: string;

  beforeEach(async () => {
    pageId = await makePage(api(), { name: "Spring in Berlin" });
  });

  const sessionOf = (page: Page) => page.evaluate(() => sessionStorage.getItem("foyer-console-session") as string);
  const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

  test("whose key has ended keeps what they typed, though they click beside the dialog or press Escape", async () => {
    await using watched = await openAnew(`/pages/${pageId}?tab=content`);
    const { page } = watched;
    await page.getByLabel("Title").fill("Half written");
    const { items } = await api().call("listApiKeys", { query: { limit: 1 } });
    await api().call("revokeApiKey", { params: { key_id: items[0]?.keyId as string } });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Please sign in again" });
    await dialog.getByText("Your key has ended").waitFor();
    await page.mouse.click(10, 790);
    await page.keyboard.press("Escape");
    expect(await axeViolations(page)).toEqual([]);
    expect(await dialog.isVisible()).toBe(true);
    expect(await page.getByLabel("Title").inputValue()).toBe("Half written");
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("heading", { level: 1, name: "Foyer" }).waitFor();
    expect(await kept(page)).toBe("{}");
  });

  test("whose key has ended is told so when they come back, and goes on where they were", async () => {
    await using watched = await openAnew("/brands");
    const { page } = watched;
    const { items } = await api().call("listApiKeys", { query: { limit: 1 } });
    await api().call("revokeApiKey", { params: { key_id: items[0]?.keyId as string } });
    await page.reload();
    await page.getByText("Your session has ended").waitFor();
    await page.getByLabel("API key").fill(api().key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Brands" }).waitFor();
  });

  test("who comes back while Foyer does not answer tries again, without a key", async () => {
    await using watched = await openAnew("/persons");
    const { page } = watched;
    const before = await sessionOf(page);
    await page.route("**/v0/**", (route) => route.abort());
    await page.reload();
    await page.getByText("Foyer does not answer").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const again = page.getByRole("button", { name: "Try again" });
    await again.click();
    await until(() => again.isEnabled());
    await page.unroute("**/v0/**");
    await again.click();
    await page.getByText("Nobody yet").waitFor();
    expect(await sessionOf(page)).toBe(before);
  });

  test("who comes back while Foyer does not answer goes on as soon as it does, without a click", async () => {
    await using watched = await openAnew("/persons");
    const { page } = watched;
    await page.route("**/v0/**", (route) => route.abort());
    await page.reload();
    await page.getByText("it is asked again every few seconds").waitFor();
    await page.unroute("**/v0/**");
    await page.getByText("Nobody yet").waitFor();
  });

  test("who could not sign in while Foyer did not answer is told when it is back, with the key still typed", async () => {
    await using watched = await watchedPage(browser());
    const { page } = watched;
    await page.goto(`${service().origin}/console/persons`);
    await page.route("**/v0/**", (route) => route.abort());
    await page.getByLabel("API key").fill(api().key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Foyer does not answer").waitFor();
    await page.unroute("**/v0/**");
    await page.getByText("Foyer answers again").waitFor();
    await page.getByText("Foyer does not answer").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Nobody yet").waitFor();
  });

  test("who is not signed in types the key at once, and again after signing out", async () => {
    await using watched = await watchedPage(browser());
    const { page } = watched;
    await page.goto(`${service().origin}/console/brands`);
    const key = page.getByLabel("API key");
    const isFocused = () => key.evaluate((input) => input === document.activeElement);
    await key.waitFor();
    await until(isFocused);
    await page.keyboard.type(api().key);
    await page.keyboard.press("Enter");
    await page.getByLabel("Your session").click();
    await page.getByRole("menuitem", { name: /Sign out/ }).click();
    await key.waitFor();
    await until(isFocused);
  });

  test("reads on a phone what a session may do, in full", async () => {
    await using phone = await watchedPage(browser(), { viewport: { width: 390, height: 844 } });
    await phone.page.goto(`${service().origin}/console`);
    const select = phone.page.getByRole("combobox", { name: "In this session I want to" });
    const isCut = () => select.evaluate((input) => input.scrollWidth > input.clientWidth);
    expect(await isCut()).toBe(false);
    for (const words of ["Only look", "Do what I choose", "Look and change"]) {
      await select.click();
      await phone.page.getByRole("option", { name: words }).click();
      expect(await isCut()).toBe(false);
    }
  });

  test("whose tab keeps something that the console did not write signs in, and begins an import anew", async () => {
    await using watched = await openAnew("/brands");
    const { page, complaints } = watched;
    const impossible = ["", "foyer_x\n", "ключ"].map((key) => JSON.stringify({ key, isOwn: true, scopes: ["*"] }));
    for (const broken of ["{", "null", `"key"`, `{"key":5}`, `{"key":"foyer_x"}`, ...impossible]) {
      await page.evaluate((text) => sessionStorage.setItem("foyer-console-session", text), broken);
      await page.reload();
      await page.getByLabel("API key").waitFor();
    }
    await page.getByLabel("API key").fill(api().key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Brands" }).waitFor();
    const tenantId = await tenantIdOf(service().db, api());
    for (const broken of ["{", "[]", JSON.stringify({ id: "x", tenantId, rows: 5 })]) {
      await page.evaluate((text) => sessionStorage.setItem("foyer-console-import", text), broken);
      await page.goto(`${service().origin}/console/import`);
      await page.getByText("Choose a file, or drop it here").waitFor();
    }
    expect(complaints).toEqual([]);
  });

  test("is asked before signing out with edits that are not saved", async () => {
    await using watched = await openAnew(`/pages/${pageId}?tab=content`);
    const { page } = watched;
    await page.getByLabel("Title").fill("Half written");
    const signOut = async () => {
      await page.getByLabel("Your session").click();
      await page.getByRole("menuitem", { name: /Sign out/ }).click();
    };
    await signOut();
    const question = page.getByRole("dialog", { name: "Sign out without saving?" });
    await question.getByRole("button", { name: "Stay here" }).click();
    await question.waitFor({ state: "hidden" });
    expect(await page.getByLabel("Title").inputValue()).toBe("Half written");
    await signOut();
    await question.getByRole("button", { name: "Sign out without saving" }).click();
    await page.getByLabel("API key").waitFor();
    expect(await kept(page)).toBe("{}");
  });

  test("who only wants to look has a key that ends with the session too", async () => {
    await using watched = await watchedPage(browser());
    const { page } = watched;
    const { origin } = service();
    await page.goto(`${origin}/console`);
    await page.getByLabel("API key").fill(api().key);
    await page.getByRole("combobox", { name: "In this session" }).click();
    await page.getByRole("option", { name: "Only look" }).click();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    const headers = { "x-api-key": JSON.parse(await sessionOf(page)).key as string };
    expect((await fetch(`${origin}/v0/api_keys/self`, { headers })).status).toBe(200);
    await page.getByLabel("Your session").click();
    await page.getByRole("menuitem", { name: /Sign out/ }).click();
    await page.getByLabel("API key").waitFor();
    await until(async () => (await fetch(`${origin}/v0/api_keys/self`, { headers })).status === 401);
  });

  test("chooses what the session may do, of what their key may", async () => {
    const { db, origin } = service();
    const scopes = ["api_keys:write", "pages:read", "pages:write", "persons:read"] as const;
    const key = await createKey(db, await tenantIdOf(db, api()), scopes);
    await using watched = await watchedPage(browser());
    const { page, complaints } = watched;
    await page.goto(`${origin}/console`);
    await page.getByLabel("API key").fill(key);
    await page.getByRole("combobox", { name: "In this session" }).click();
    await page.getByRole("option", { name: "Do what I choose" }).click();
    await page.getByRole("button", { name: "Choose" }).click();
    await page.getByRole("checkbox", { name: "Look: Persons" }).uncheck();
    expect(await page.getByRole("checkbox").count()).toBe(scopes.length);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("checkbox", { name: "Look: Pages" }).uncheck();
    expect(await page.getByRole("button", { name: "Sign in" }).isDisabled()).toBe(true);
    for (const name of ["Look: Pages", "Change: Pages"]) await page.getByRole("checkbox", { name }).check();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Pages" }).first().waitFor();
    expect(await page.getByRole("link", { name: "Persons" }).count()).toBe(0);
    const headers = { "x-api-key": JSON.parse(await sessionOf(page)).key as string };
    const self = await (await fetch(`${origin}/v0/api_keys/self`, { headers })).json();
    expect(self.scopes.toSorted()).toEqual(["pages:read", "pages:write"]);
    expect(complaints).toEqual([]);
  });

  test("is told that a key that can't make others is used itself", async () => {
    const { db, origin } = service();
    const key = await createKey(db, await tenantIdOf(db, api()), ["pages:read"]);
    await using watched = await watchedPage(browser());
    const { page } = watched;
    await page.goto(`${origin}/console`);
    await page.getByLabel("API key").fill(key);
    await page.getByRole("combobox", { name: "In this session" }).click();
    await page.getByRole("option", { name: "Do what I choose" }).click();
    await page.getByRole("button", { name: "Choose" }).click();
    await page.getByText("This key can't make others").waitFor();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Your session").waitFor();
    expect(JSON.parse(await sessionOf(page))).toEqual({ key, isOwn: false, scopes: ["pages:read"] });
  });

  test("leaves no key behind when signing in fails halfway", async () => {
    await using watched = await watchedPage(browser());
    const { page } = watched;
    const refusal = { status: 403, contentType: "application/problem+json", body: `{"title":"No more keys","status":403}` };
    await page.route("**/v0/api_keys", (route) => route.fulfill(refusal));
    await page.goto(`${service().origin}/console`);
    await page.getByLabel("API key").fill(api().key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    expect(await kept(page)).not.toContain(api().key);
    await page.reload();
    await page.getByLabel("API key").waitFor();
  });

  test("leaves no person of an import behind, not even of a group that is under way while they sign out", async () => {
    await using watched = await openAnew("/import");
    const { page } = watched;
    const buffer = Buffer.from("Full name,Email\nAda Lovelace,ada@engines.example\n");
    await page.locator("input[type=file]").setInputFiles({ name: "crm.csv", mimeType: "text/csv", buffer });
    let answer = () => {};
    const isAllowed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/v0/persons/**", async (route) => {
      await isAllowed;
      await route.continue();
    });
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await page.getByText("0 of 1 rows").waitFor();
    expect(await kept(page)).toContain("ada@engines.example");
    await page.getByLabel("Your session").click();
    await page.getByRole("menuitem", { name: /Sign out/ }).click();
    await page.getByLabel("API key").waitFor();
    const answered = page.waitForResponse("**/v0/persons/**");
    answer();
    await (await answered).finished();
    expect(await kept(page)).toBe("{}");
  });

  test("who signs in to another tenant in the same tab sees no import of the one before", async () => {
    const other = await createTenant(service(), "Other");
    await using watched = await openAnew("/import");
    const { page } = watched;
    const buffer = Buffer.from("Full name,Email\nAda Lovelace,\n,grace@navy.example\n");
    await page.locator("input[type=file]").setInputFiles({ name: "crm.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Import 1 of 2 rows" }).click();
    await page.getByText("1 of 2 rows are imported").waitFor();
    expect(await kept(page)).toContain("grace@navy.example");
    const { items } = await api().call("listApiKeys", { query: { limit: 1 } });
    await api().call("revokeApiKey", { params: { key_id: items[0]?.keyId as string } });
    await page.reload();
    await page.getByLabel("API key").fill(other.api.key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("CSV file").waitFor();
    expect(await kept(page)).not.toContain("grace@navy.example");
  });

  test("whose key is revoked keeps what they were writing, and goes on with another key", async () => {
    await using watched = await openAnew(`/pages/${pageId}?tab=content`);
    const { page } = watched;
    await page.getByLabel("Title").fill("Half written");
    const { items } = await api().call("listApiKeys", { query: { limit: 1 } });
    await api().call("revokeApiKey", { params: { key_id: items[0]?.keyId as string } });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Your key has ended").waitFor();
    await dialog.getByLabel("API key").fill(api().key);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await page.getByLabel("Title").inputValue()).toBe("Half written");
    await page.getByText("You are signed in again: save it once more").waitFor();
    expect(await page.getByText("The API key is not valid").count()).toBe(0);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await until(async () => (await api().call("getPage", { params: { page_id: pageId } })).title === "Half written");
  });
});
