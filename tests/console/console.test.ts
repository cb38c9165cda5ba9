import { beforeAll, describe, expect, test } from "bun:test";
import { axeViolations } from "../support/browser/axe";
import { inBrowser, watchedPage } from "../support/browser/browser";
import { requestsElsewhere, signedIn } from "../support/browser/console";
import { tenantIdOf } from "../support/database/rows";
import { makeAudience, makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createKey } from "../support/service/tenants";

const maxFirstLoadBytes = 300 * 1_024;

describe("the console's address", () => {
  const service = useService("sqlite");

  test("is answered with a page whose policy lets nothing in but its own script", async () => {
    const response = await fetch(`${service().origin}/console`);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(response.status).toBe(200);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("frame-src http://pages.foyer.test");
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(response.headers.get("set-cookie")).toBeNull();
    const again = await fetch(`${service().origin}/console/pages/anything`);
    expect(again.headers.get("content-security-policy")).not.toBe(policy);
  });

  test("has files that browsers may keep for ever, and no others", async () => {
    const html = await (await fetch(`${service().origin}/console`)).text();
    const [, script] = /src="([^"]+)"/.exec(html) as unknown as [string, string];
    const response = await fetch(service().origin + script);
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("content-type")).toStartWith("text/javascript");
    expect((await fetch(`${service().origin}/console/assets/../build.ts`)).status).not.toBe(500);
    expect((await fetch(`${service().origin}/console/assets/build.ts`)).status).toBe(404);
    expect((await fetch(`${service().origin}/consoles`)).status).toBe(404);
    expect((await fetch(`${service().origin}/console`, { method: "POST" })).status).toBe(405);
  });
});

/** Every file that an address of the console names; a file names others by `import`. */
async function filesNamedAt(address: string): Promise<string[]> {
  const html = await (await fetch(address)).text();
  return [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+\.js)"/g)].map(([, path]) => path as string);
}

inBrowser("whoever signs in with a key", (browser) => {
  const service = useService("sqlite");
  let pageId: string;

  beforeAll(async () => {
    const { api } = service();
    pageId = await makePage(api, { name: "Spring in Berlin" });
    const { personId } = await api.call("createPerson", { body: { name: "Ada Lovelace", email: "ada@engines.example" } });
    await makeAudience(api, { personId }, pageId);
  });

  test("sees the pages, and the audiences of a page", async () => {
    await using watched = await signedIn(browser(), service().origin, service().api.key);
    const { page } = watched;
    await page.getByRole("navigation").getByRole("link", { name: "Pages" }).click();
    await page.getByRole("link", { name: "Spring in Berlin" }).click();
    await page.getByText("Ada Lovelace").first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(watched.complaints).toEqual([]);
    expect(requestsElsewhere(watched, service().origin)).toEqual([]);
  });

  test("loads no more than 300 KB at first", async () => {
    await using watched = await watchedPage(browser());
    const { page } = watched;
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)));
    await page.goto(`${service().origin}/console`);
    await page.getByLabel("API key").waitFor();
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(maxFirstLoadBytes);
  });

  test("works with a key of the console's own, which ends when they sign out", async () => {
    const { api, origin } = service();
    await using watched = await signedIn(browser(), origin, api.key);
    const { page } = watched;
    const stored = JSON.parse((await page.evaluate(() => sessionStorage.getItem("foyer-console-session"))) as string);
    expect(stored.key).not.toBe(api.key);
    const asConsole = { "x-api-key": stored.key as string };
    const self = await (await fetch(`${origin}/v0/api_keys/self`, { headers: asConsole })).json();
    expect(Number(self.expiresAt)).toBeLessThanOrEqual(Date.now() + 12 * 3_600_000);
    await page.getByLabel("Your session").click();
    await page.getByRole("menuitem", { name: /Sign out/ }).click();
    await page.getByLabel("API key").waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    // The form is shown at once; the key ends as soon as the service has heard of it.
    await until(async () => (await fetch(`${origin}/v0/api_keys/self`, { headers: asConsole })).status === 401);
  });

  test("has a list asked for while the server is asked about the key, once, and only one that the key may read", async () => {
    const { api, origin, db } = service();
    const scopes = ["pages:read", "persons:read"] as const;
    const key = await createKey(db, await tenantIdOf(db, api), scopes);
    await using watched = await signedIn(browser(), origin, key);
    const { page, requests, complaints } = watched;
    const asked = (path: string) => requests.filter((url) => new URL(url).pathname === path).length;
    let answerAboutKey = () => {};
    const isHeld = new Promise<void>((resolve) => {
      answerAboutKey = resolve;
    });
    await page.route("**/v0/api_keys/self", async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.goto("about:blank");
    requests.length = 0;
    await page.goto(`${origin}/console/persons`);
    await until(() => asked("/v0/persons") === 1);
    answerAboutKey();
    await page.getByRole("heading", { level: 1, name: "Persons" }).waitFor();
    await watched.settled();
    expect(asked("/v0/persons")).toBe(1);
    await page.goto(`${origin}/console/audiences`);
    await page.getByLabel("Your session").waitFor();
    await watched.settled();
    expect(asked("/v0/audiences")).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("needs one answer for the list of audiences beyond their own key's, and no file that the page does not name", async () => {
    const { api, origin } = service();
    await using watched = await signedIn(browser(), origin, api.key);
    const { page, requests } = watched;
    const named = await filesNamedAt(`${origin}/console/audiences`);
    // The first screen asks for nothing more from there.
    await page.goto("about:blank");
    requests.length = 0;
    await page.goto(`${origin}/console/audiences`);
    await page.getByText("Ada Lovelace").first().waitFor();
    const asked = requests.filter((url) => url.startsWith(origin)).map((url) => new URL(url).pathname);
    const [self, list, ...later] = asked.filter((path) => path.startsWith("/v0/"));
    expect([self, list]).toEqual(["/v0/api_keys/self", "/v0/audiences"]);
    // The names of pages come into the rows that are shown already.
    expect(later.filter((path) => !path.startsWith("/v0/pages/page_"))).toEqual([]);
    expect(asked.filter((path) => path.endsWith(".js")).toSorted()).toEqual(named.toSorted());
  });

  test("is told why a wrong key is refused, with the request's identifier", async () => {
    await using watched = await watchedPage(browser());
    const { page } = watched;
    await page.goto(`${service().origin}/console`);
    await page.getByLabel("API key").fill("not a key".replaceAll(" ", "_"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The API key is not valid").waitFor();
    expect(await page.locator(".request-id").textContent()).toMatch(/^request_/);
    expect(await axeViolations(page)).toEqual([]);
  });

  test("is told that a record is gone, with the request's identifier", async () => {
    await using watched = await signedIn(browser(), service().origin, service().api.key, {}, "/persons/person_gone");
    const { page } = watched;
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    expect(await page.locator(".request-id").textContent()).toMatch(/^request_/);
  });

  test("sees no screens that the key may not read", async () => {
    const { db, origin } = service();
    const key = await createKey(db, await tenantIdOf(db, service().api), ["persons:read"]);
    await using watched = await signedIn(browser(), origin, key);
    const { page } = watched;
    expect(await page.getByRole("link", { name: "Persons" }).count()).toBeGreaterThan(0);
    expect(await page.getByRole("link", { name: "Pages" }).count()).toBe(0);
    await page.goto(`${origin}/console/pages/${pageId}`);
    await page.getByText("Your key may not see this").waitFor();
  });
});
