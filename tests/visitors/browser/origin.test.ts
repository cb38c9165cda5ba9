import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from "playwright-core";
import { attackCode } from "../../support/browser/attack";
import { inBrowser, watchedPage } from "../../support/browser/browser";
import { signedIn } from "../../support/browser/console";
import { inBrowserAt, publishPage, verifiedDomain } from "../../support/browser/site";
import { stateOf } from "../../support/database/state";
import type { Api } from "../../support/service/api";
import { spawnServer } from "../../support/service/process";
import { type TestService, useService } from "../../support/service/service";

inBrowser("a page's own script", (browser) => {
  const service = useService("sqlite");
  const urls: Record<string, string> = {};

  beforeAll(async () => {
    const { api } = service();
    // What is recorded of a visit would be a change.
    await api.call("updateSettings", { body: { recording: "off" } });
    const { url, place } = await publishAttack(service());
    const tenantDomainId = await verifiedDomain(api, "shop.example");
    const target = { targetType: "audience", audienceId: place.audience_id };
    await api.call("createPageLink", { body: { path: "/", target, tenantDomainId } });
    urls["the service's own host"] = url;
    urls["a tenant's domain"] = inBrowserAt(service(), "https://shop.example/");
  });

  /** What the attacking script of a page obtained in a browser that is also signed in to the console. */
  async function gotten({ context, key, tab }: Victim, url: string): Promise<Record<string, string>> {
    const page = await context.newPage();
    await page.goto(url);
    const got = await gottenIn(page.mainFrame(), key);
    for (const other of context.pages()) if (other !== tab) await other.close();
    return got;
  }

  async function gottenIn(frame: Frame, key: string): Promise<Record<string, string>> {
    const tried = await frame.evaluate(() => (window as unknown as { tried: Promise<Record<string, string>> }).tried);
    expect(Object.keys(tried).length).toBeGreaterThan(31);
    expect(JSON.stringify(tried)).not.toContain(key);
    return Object.fromEntries(Object.entries(tried).filter(([, outcome]) => outcome !== "failed" && outcome !== "nothing"));
  }

  const victims = new Map<boolean, Promise<Victim>>();
  afterAll(async () => {
    for (const victim of victims.values()) await (await victim).context.close();
  });
  /** Signed in once for all tests. */
  const victimOf = (bypassCSP: boolean) => {
    const victim = victims.get(bypassCSP) ?? signedInVictim(browser(), service().api, { bypassCSP });
    victims.set(bypassCSP, victim);
    return victim;
  };

  for (const where of ["the service's own host", "a tenant's domain"]) {
    test(`runs on ${where}, but can neither read from the API nor reach it`, async () => {
      const victim = await victimOf(false);
      const heard = await listening(service(), victim);
      expect(await gotten(victim, urls[where] as string)).toEqual({});
      expect(await heard()).toEqual({ statuses: [], isChanged: false });
      expect(await victim.isSignedIn()).toBe(true);
    });

    test(`on ${where} could read and change nothing even without the Content-Security-Policy`, async () => {
      const victim = await victimOf(true);
      const heard = await listening(service(), victim);
      const got = await gotten(victim, urls[where] as string);
      // The script belongs to the page's owner, so it may do anything to that page.
      expect(got).toEqual({ eval: "got ran", "an inline script": "got ran" });
      expect(await heard()).toEqual({ statuses: [401], isChanged: false });
    });
  }

  test("shares nothing but cookies with the API on one machine without domain names", async () => {
    const folder = await mkdtemp(join(tmpdir(), "foyer-browser-"));
    try {
      await using server = await spawnServer({ FOYER_DATA: folder });
      const { url } = await publishAttack(server);
      expect([new URL(url).hostname, new URL(server.origin).hostname]).toEqual(["127.0.0.1", "127.0.0.1"]);
      const victim = await signedInVictim(browser(), server.api);
      // That is why the console keeps its key in the storage of its tab, and sets no cookies.
      expect((await victim.context.cookies()).map(({ name }) => name)).toEqual(["plain", "hidden"]);
      expect(await gotten(victim, url)).toEqual({ cookies: "got plain=plain-secret" });
      expect((await server.api.call("listPersons", {})).totalCount).toBe(0);
      await victim.context.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("gets no more in the console's own previews, of what is live and of what is not saved", async () => {
    const folder = await mkdtemp(join(tmpdir(), "foyer-browser-"));
    try {
      await using server = await spawnServer({ FOYER_DATA: folder });
      const { place } = await publishAttack(server);
      const { page_id, audience_id } = place;
      const { tab, key, context, isSignedIn } = await signedInVictim(browser(), server.api);
      for (const path of [`/pages/${page_id}/audiences/${audience_id}`, `/pages/${page_id}?tab=content&seen=yes`]) {
        const address = `${server.origin}/console${path}`;
        await tab.goto(address);
        const shown = tab.frameLocator('iframe[title="On a phone"]');
        await shown.getByRole("heading", { level: 1 }).waitFor();
        const frame = (await (await tab.locator('iframe[title="On a phone"]').elementHandle())?.contentFrame()) as Frame;
        expect(await gottenIn(frame, key)).toEqual({ cookies: "got plain=plain-secret" });
        expect([tab.url(), context.pages().length, await isSignedIn()]).toEqual([address, 1, true]);
      }
      expect((await server.api.call("listPersons", {})).totalCount).toBe(0);
      await context.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("runs only if it is enabled, and completely, whatever it contains", async () => {
    const script = (content: string, enabled = true) => ({ content, enabled, name: "Script", description: "" });
    const { url } = await publishPage(service(), {
      scripts: [
        script("window.disabled = 'ran'", false),
        script("window.enabled = '</script><script>window.escaped = 1</script>'.length;\r\nwindow.lines = '<!--<script>'.length"),
        script("document.querySelector('h1').textContent = 'Changed by a script'"),
      ],
    });
    await using watched = await watchedPage(browser());
    const { page, complaints } = watched;
    await page.goto(url);
    const left = await page.evaluate<Record<string, unknown>>(() => {
      const { disabled, enabled, escaped, lines } = window as unknown as Record<string, unknown>;
      return { disabled, enabled, escaped, lines };
    });
    expect(left).toEqual({ enabled: "</script><script>window.escaped = 1</script>".length, lines: "<!--<script>".length });
    expect(await page.getByRole("heading", { name: "Changed by a script" }).count()).toBe(1);
    expect(complaints).toEqual([]);
  });
});

function publishAttack(service: Pick<TestService, "api" | "pagesOrigin">) {
  const { api } = service;
  const content = attackCode({ api: api.origin, key: api.key });
  return publishPage(service, { scripts: [{ content, enabled: true, name: "Attack", description: "" }] });
}

/** Somebody who is signed in to the console, with secrets in all other places where they could be kept. */
interface Victim {
  context: BrowserContext;
  /** With the console. */
  tab: Page;
  /** The key that the console works with. */
  key: string;
  /** The requests of the console itself. */
  requestIds: Set<string>;
  isSignedIn(): Promise<boolean>;
}

async function signedInVictim(browser: Browser, { origin, key }: Api, options: BrowserContextOptions = {}): Promise<Victim> {
  const { page, context, settled } = await signedIn(browser, origin, key, options, "/topics");
  const requestIds = new Set<string>();
  page.on("response", (response) => requestIds.add(response.headers()["x-request-id"] ?? ""));
  await context.addCookies([
    { name: "plain", value: "plain-secret", url: origin },
    { name: "hidden", value: "hidden-secret", url: origin, httpOnly: true },
  ]);
  const session = await page.evaluate((secret) => {
    localStorage.setItem("key", secret);
    const channel = new BroadcastChannel("console");
    channel.addEventListener("message", () => channel.postMessage(secret));
    return sessionStorage.getItem("foyer-console-session") as string;
  }, key);
  await settled();
  return {
    context,
    tab: page,
    key: JSON.parse(session).key as string,
    requestIds,
    isSignedIn: () => page.getByLabel("Your session").isVisible(),
  };
}

interface Logged {
  requestId: string;
  status: number;
}

/** From now on: how the API answered all but the console itself, and whether anything there is has changed. */
async function listening({ db, log, logged }: TestService, { requestIds }: Victim) {
  log.flush();
  const from = logged.length;
  const before = await stateOf(db);
  return async () => {
    log.flush();
    const lines = logged.slice(from).join("").split("\n");
    const requests = lines.filter((line) => line.includes('"path":"/v0')).map((line) => JSON.parse(line) as Logged);
    const calls = requests.filter(({ requestId }) => !requestIds.has(requestId));
    const after = await stateOf(db);
    return {
      statuses: [...new Set(calls.map(({ status }) => status))],
      isChanged: JSON.stringify(after) !== JSON.stringify(before),
    };
  };
}
