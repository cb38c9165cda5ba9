import { expect, test } from "bun:test";
import { inBrowser, watchedPage } from "../../support/browser/browser";
import { chromeAgent } from "../../support/features/visitor";
import { computed, onlySession, startFrom, visitedPage } from "../../support/features/visits";
import { useService } from "../../support/service/service";

/** A mail gateway stays for 40 seconds: VISITS=long waits as long. */
const isLong = process.env.VISITS === "long";
const stayMs = isLong ? 40_000 : 2_000;
const persons = isLong ? 20 : 7;
const webViewAgent = `${chromeAgent.replace("X11; Linux x86_64", "Linux; Android 14; Pixel 8 Build/UD1A; wv")} Mobile`;

inBrowser("scanners and persons in a real browser", (browser) => {
  const service = useService("sqlite");

  async function personsPages(count: number, body: Parameters<typeof visitedPage>[1] = {}) {
    const pages = [];
    for (let index = 0; index < count; index += 1) {
      const { personId } = await service().api.call("createPerson", { body: { name: `Person ${index}` } });
      pages.push(await visitedPage(service(), body, { personId }));
    }
    return pages;
  }

  async function open(origin: string, url: string, address: string, userAgent: string) {
    const watched = await watchedPage(browser(), { userAgent, extraHTTPHeaders: { "test-address": address } });
    await watched.context.addInitScript(`
      Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false });
      // What is sent when a page is left has the browser's own name, and not that of the test.
      for (const type of ["pagehide", "visibilitychange"])
        addEventListener(type, (event) => event.stopImmediatePropagation(), true);`);
    const at = new URL(url);
    at.port = new URL(origin).port;
    await watched.page.goto(at.href);
    return watched;
  }

  test("a scanner with an ordinary agent that scrolls, waits, moves and opens five persons' pages is never counted", async () => {
    await using elsewhere = startFrom(service());
    const pages = await personsPages(5);
    const tabs = [];
    for (const { url } of pages) tabs.push(await open(elsewhere.pagesOrigin, url, "198.51.100.7", chromeAgent));
    for (const { page } of tabs) {
      await page.mouse.move(100, 200, { steps: 5 });
      await page.mouse.wheel(0, 2_000);
    }
    await Bun.sleep(stayMs);
    for (const { page, context } of tabs) {
      await page.mouse.click(150, 150);
      await context.close();
    }
    await computed(service());
    for (const { place } of pages) {
      const session = await onlySession(service(), place.page_id);
      expect([session.kind, session.kindReasons]).toEqual(["scanner", ["many_persons_pages"]]);
    }
  });

  test("a scanner that clicks wherever it can, and ticks boxes, has not written anything", async () => {
    await using elsewhere = startFrom(service());
    const fields = [{ name: "news", label: "News", type: "checkbox", required: false }];
    const { formId } = await service().api.call("createForm", { body: { name: "News", instructions: "", fields } });
    const actions = [{ actionType: "form", buttonTitle: "Talk to us", url: formId, purpose: "Talk" }];
    const pages = await personsPages(3, { actions });
    for (const { url } of pages) {
      const { page, context } = await open(elsewhere.pagesOrigin, url, "198.51.100.8", chromeAgent);
      await Bun.sleep(600);
      await page.click("[name=news]");
      expect(await page.isChecked("[name=news]")).toBe(true);
      await context.close();
    }
    await computed(service());
    for (const { place } of pages) {
      const session = await onlySession(service(), place.page_id);
      expect([session.kind, session.kindReasons]).toEqual(["scanner", ["many_persons_pages"]]);
    }
  });

  test("a scanner that sends the forms of the pages as these have filled them in is never counted, and what it sent is kept", async () => {
    await using elsewhere = startFrom(service());
    const fields = [
      { name: "name", label: "Name", type: "text", required: true },
      { name: "email", label: "E-mail", type: "email", required: true },
      { name: "company", label: "Company", type: "text", required: false },
      { name: "size", label: "Size", type: "select", options: ["Small", "Large"], required: false },
      { name: "message", label: "Message", type: "textarea", required: false },
    ];
    const { formId } = await service().api.call("createForm", { body: { name: "Talk", instructions: "", fields } });
    const actions = [{ actionType: "form", buttonTitle: "Talk to us", url: formId, purpose: "Talk" }];
    const pages = [];
    for (const name of ["Ada  King", "Grace Müller", "Alan"]) {
      const email = `${name.slice(0, 3)}@scanned.example`;
      const { personId } = await service().api.call("createPerson", { body: { name, email } });
      pages.push(await visitedPage(service(), { actions }, { personId }));
    }
    for (const { url } of pages) {
      const { page, context } = await open(elsewhere.pagesOrigin, url, "198.51.100.9", chromeAgent);
      await Bun.sleep(600);
      await page.click(".form button");
      await page.waitForURL("**/_foyer/forms?*");
      await context.close();
    }
    await computed(service());
    for (const { place } of pages) {
      const session = await onlySession(service(), place.page_id);
      expect([session.kind, session.kindReasons]).toEqual(["scanner", ["many_persons_pages"]]);
      const { items } = await service().api.call("listFormSubmissions", { query: { pageId: place.page_id } });
      expect(items).toHaveLength(1);
    }
  });

  test(`${persons} persons are all counted: one in an Android WebView, two behind one office's network`, async () => {
    await using elsewhere = startFrom(service());
    const pages = await personsPages(persons);
    for (const [index, { url }] of pages.entries()) {
      const address = index < 2 ? "198.51.100.100" : `198.51.100.${index + 20}`;
      const watched = await open(elsewhere.pagesOrigin, url, address, index === 5 ? webViewAgent : chromeAgent);
      await watched.page.mouse.wheel(0, 300);
      await Bun.sleep(60);
      await watched.context.close();
    }
    await computed(service());
    for (const { place } of pages) {
      const session = await onlySession(service(), place.page_id);
      expect([session.kind, session.kindReasons]).toEqual(["person", ["no_sign_of_a_machine"]]);
    }
  });
});
