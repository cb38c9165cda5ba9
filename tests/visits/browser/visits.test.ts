import { expect, test } from "bun:test";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { sql } from "../../../server/storage/sql";
import { inBrowser, watchedPage } from "../../support/browser/browser";
import { chromeAgent } from "../../support/features/visitor";
import { computed, onlySession, sessionsOf, storedEvents, visitedPage } from "../../support/features/visits";
import { until } from "../../support/service/jobs";
import { useService } from "../../support/service/service";

const longText = Array.from({ length: 120 }, (_, index) => `Paragraph ${index} of a page that takes a while to read.`).join(
  "\n\n",
);

inBrowser("a visit in a real browser", (browser) => {
  const service = useService("sqlite");

  /** A long page with an action, and a browser that doesn't say it is driven by a test. */
  async function opened(options: BrowserContextOptions = {}) {
    const { topicId } = await service().api.call("createTopic", { body: { title: "What we do", isDefault: true } });
    await service().api.call("createTopicEntry", {
      params: { topic_id: topicId },
      body: { content: { type: "text", content: longText } },
    });
    const action = { actionId: "book", actionType: "url", buttonTitle: "Book a demo", url: "#ask", purpose: "" };
    const form = { actionType: "form", buttonTitle: "Talk to us", url: "", purpose: "Talk" };
    const visited = await visitedPage(service(), { actions: [action, form] });
    const watched = await watchedPage(browser(), { userAgent: chromeAgent, ...options });
    await undriven(watched.context);
    return { ...visited, ...watched, [Symbol.asyncDispose]: () => watched.context.close() };
  }

  test("without JavaScript is a view, with the campaign of its link", async () => {
    await using visited = await opened({ javaScriptEnabled: false });
    await visited.page.goto(`${visited.url}?utm_source=mail&utm_campaign=spring`);
    await stored(visited.place.page_id);
    expect(await onlySession(service(), visited.place.page_id)).toMatchObject({
      ...{ kind: "person", isBounce: true, hasConversion: false, hasFormSubmit: false },
      ...{ timeSpentSeconds: null, maxScrollDepthPercentage: null, totalClicksCount: 0, questionsAskedCount: 0 },
      ...{ utmSource: "mail", utmCampaign: "spring" },
    });
  });

  test.each([
    ["Global Privacy Control", "sec-gpc", "globalPrivacyControl", true],
    ["Do Not Track", "dnt", "doNotTrack", "1"],
  ])("with %s writes nothing to storage and keeps nothing that identifies", async (_, header, property, value) => {
    await using visited = await opened({ extraHTTPHeaders: { [header]: "1" } });
    const told = `{ get: () => ${JSON.stringify(value)} }`;
    await visited.context.addInitScript(`Object.defineProperty(Navigator.prototype, "${property}", ${told})`);
    await visited.page.goto(`${visited.url}?utm_source=mail`);
    await stored(visited.place.page_id);
    expect(await visited.page.evaluate("sessionStorage.length + localStorage.length + document.cookie.length")).toBe(0);
    const session = await onlySession(service(), visited.place.page_id);
    expect(session).toMatchObject({ audienceId: null, pageUrl: null, utmSource: null, versionId: null });
  });

  test.each(["sec-gpc", "dnt"])("with no more than the header %s writes nothing to storage either", async (header) => {
    await using visited = await opened({ extraHTTPHeaders: { [header]: "1" } });
    await noted(visited.context);
    const answered = visited.page.waitForResponse("**/_foyer/visits/*");
    await visited.page.goto(`${visited.url}?utm_source=mail`);
    await (await answered).finished();
    await visited.page.click('[data-action="book"]');
    const again = visited.page.waitForResponse("**/_foyer/visits/*");
    await visited.page.evaluate("dispatchEvent(new Event('online'))");
    await (await again).finished();
    await visited.settled();
    expect(await visited.page.evaluate("[written, sessionStorage.length + localStorage.length]")).toEqual([[], 0]);
    await stored(visited.place.page_id, ({ total_clicks_count }) => total_clicks_count === 1);
    const session = await onlySession(service(), visited.place.page_id);
    expect(session).toMatchObject({ audienceId: null, pageUrl: null, utmSource: null, versionId: null });
  });

  test("writes nothing to storage before the service has answered that it may", async () => {
    await using visited = await opened();
    const { page, url, context } = visited;
    await noted(context);
    const held = Promise.withResolvers<void>();
    await context.route("**/_foyer/visits/*", (route) => held.promise.then(() => route.continue()));
    const asked = page.waitForRequest("**/_foyer/visits/*");
    await page.goto(url);
    await asked;
    await page.click('[data-action="book"]');
    expect(await page.evaluate("written")).toEqual([]);
    held.resolve();
    await kept(page);
  });

  test.each(["anonymous", "off"] as const)(
    "is forgotten by an open tab as soon as it hears that its tenant's visits are %s",
    async (recording) => {
      await using visited = await opened();
      const { page, url } = visited;
      await page.goto(url);
      await kept(page);
      await service().api.call("updateSettings", { body: { recording } });
      await page.click('[data-action="book"]');
      await page.evaluate("dispatchEvent(new Event('online'))");
      await until(async () => (await page.evaluate("sessionStorage.length")) === 0, 15_000);
      await service().api.call("updateSettings", { body: { recording: "full" } });
    },
  );

  test("keeps nothing that identifies when the browser tells scripts alone that its user wants privacy", async () => {
    await using visited = await opened();
    await visited.context.addInitScript(
      "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })",
    );
    await visited.page.goto(`${visited.url}?utm_source=mail`);
    await visited.page.click('[data-action="book"]');
    await visited.page.close({ runBeforeUnload: true });
    await stored(visited.place.page_id, ({ total_clicks_count }) => total_clicks_count === 1);
    const session = await onlySession(service(), visited.place.page_id);
    expect(session).toMatchObject({ audienceId: null, pageUrl: null, utmSource: null, versionId: null });
  });

  test("of a visitor who wants privacy counts the form, and neither leads to the other", async () => {
    await using visited = await opened();
    const { page, place, url, context } = visited;
    await context.addInitScript("Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })");
    await page.goto(url);
    await received(1);
    await page.fill(".form [name=email]", "private@visits.example");
    await page.click(".form button");
    await page.waitForURL("**/_foyer/forms?*");
    await stored(place.page_id, ({ has_form_submit }) => has_form_submit === 1);
    const session = await onlySession(service(), place.page_id);
    expect(session).toMatchObject({ audienceId: null, hasConversion: true, formSubmissionId: null, formSubmissionEmail: null });
    const { items } = await service().api.call("listFormSubmissions", { query: { pageId: place.page_id } });
    expect(items).toMatchObject([{ identifier: "private@visits.example", analyticsSessionId: null }]);
  });

  test("writes nothing to storage where visits are anonymous, and tells of none where they are not recorded, from the next page on", async () => {
    await using visited = await opened();
    const { page, place, url } = visited;
    const inStorage = () => page.evaluate("sessionStorage.length + localStorage.length + document.cookie.length");
    const recording = (recording: "full" | "anonymous" | "off") => service().api.call("updateSettings", { body: { recording } });
    const told = () => visited.requests.filter((address) => address.includes("/_foyer/visits/")).length;
    await recording("anonymous");
    await page.goto(`${url}?utm_source=mail`);
    await stored(place.page_id);
    expect(await inStorage()).toBe(0);
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "person", audienceId: null, utmSource: null });
    await recording("off");
    const before = told();
    await page.goto(url);
    await visited.settled();
    expect([await inStorage(), told()]).toEqual([0, before]);
    await recording("full");
    await page.goto(url);
    await kept(page);
    expect(await inStorage()).toBe(1);
  });

  test("has no input from a key that is held down since before, or that is pressed with others alone", async () => {
    await using visited = await opened();
    const { page, place, url } = visited;
    await page.keyboard.down("a");
    await page.goto(url);
    await stored(place.page_id);
    await page.keyboard.down("a");
    await page.keyboard.press("Shift");
    await page.evaluate(`document.querySelector('[data-action="book"]').click()`);
    await page.close({ runBeforeUnload: true });
    await stored(place.page_id, ({ total_clicks_count }) => total_clicks_count === 1);
    const events = await storedEvents(service().db, place.page_id);
    expect(events.length).toBeGreaterThan(1);
    expect(events.filter(({ type }) => type === "input")).toEqual([]);
  });

  test("is a person's who presses a key when the script arrives late", async () => {
    await using visited = await opened();
    const { page, place, url, context } = visited;
    const held = Promise.withResolvers<void>();
    await context.route("**/_foyer/scripts/*", (route) => held.promise.then(() => route.continue()));
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForSelector("h1");
    await Bun.sleep(1_000);
    let isPressing = true;
    const pressing = (async () => {
      while (isPressing) await page.keyboard.press("ArrowDown");
    })();
    held.resolve();
    await stored(place.page_id);
    isPressing = false;
    await pressing;
    await page.close({ runBeforeUnload: true });
    await pressed(place);
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "person", kindReasons: ["no_sign_of_a_machine"] });
  });

  test("ends after half an hour without a sign of life: the tab begins another one, and counts nothing twice", async () => {
    await using visited = await opened();
    const { page, place, url, context } = visited;
    await context.addInitScript(`
      let later = 0;
      let state = "visible";
      const { now } = Date;
      Date.now = () => now() + later;
      Object.defineProperty(Document.prototype, "visibilityState", { get: () => state });
      window.fetchLater = (address, { body }) => fetch(address, { method: "POST", body, keepalive: true });
      window.pass = (minutes) => { later += minutes * 60_000; };
      window.show = (shown) => { state = shown; document.dispatchEvent(new Event("visibilitychange")); };`);
    await page.goto(url);
    await received(1);
    await page.click('[data-action="book"]');
    await page.evaluate("show('hidden'); pass(31); show('visible')");
    await stored(place.page_id, ({ total_clicks_count }) => total_clicks_count === 1);
    await visitsBegan(2);
    await page.evaluate("pass(31)");
    await page.click('[data-action="book"]');
    await page.evaluate("show('hidden')");
    await visitsBegan(3);
    await clicksStored(2);
    await computed(service());
    const sessions = await sessionsOf(service(), place.page_id);
    expect(sessions.map(({ totalClicksCount }) => totalClicksCount).sort()).toEqual([0, 1, 1]);
    for (const { maxScrollDepthPercentage } of sessions) expect(maxScrollDepthPercentage as number).toBeGreaterThan(0);

    async function clicksStored(count: number): Promise<void> {
      const until = performance.now() + 15_000;
      // What was sent when the page was hidden may be sent once more.
      const clicks = async () =>
        new Set((await storedEvents(service().db, place.page_id)).filter(({ type }) => type === "click").map(({ seq }) => seq));
      while ((await clicks()).size < count && performance.now() < until) await Bun.sleep(50);
    }

    async function visitsBegan(count: number): Promise<void> {
      const until = performance.now() + 15_000;
      const begun = () => service().db.all(sql`SELECT 1 FROM visits WHERE page_id = ${place.page_id}`);
      while ((await begun()).length < count && performance.now() < until) await Bun.sleep(50);
    }
  });

  test("in a hidden tab takes no time, and shows no part of the page", async () => {
    await using visited = await opened();
    await visited.context.addInitScript(`
      Object.defineProperty(Document.prototype, "visibilityState", { get: () => "hidden" });
      Document.prototype.hasFocus = () => false;`);
    await visited.page.goto(visited.url);
    await Bun.sleep(2_500);
    await visited.page.close({ runBeforeUnload: true });
    await stored(visited.place.page_id);
    expect(await onlySession(service(), visited.place.page_id)).toMatchObject({
      ...{ timeSpentSeconds: 0, maxScrollDepthPercentage: 0, isBounce: true },
    });
  });

  test("does not begin while the page is prerendered and never shown", async () => {
    await using visited = await opened();
    await visited.context.addInitScript("Object.defineProperty(Document.prototype, 'prerendering', { get: () => true })");
    await visited.page.goto(visited.url);
    await Bun.sleep(1_000);
    await visited.page.close({ runBeforeUnload: true });
    const told = visited.requests.filter((address) => /\/_foyer\/(visits|views|more)\//.test(address));
    expect(told).toEqual([]);
    await computed(service());
    expect(await sessionsOf(service(), visited.place.page_id)).toEqual([]);
  });

  test("begins when a page that was prerendered is shown, and is a person's", async () => {
    await using visited = await opened();
    const { page, place, url, context, requests } = visited;
    await context.addInitScript(`
      let isPrerendering = true;
      Object.defineProperty(Document.prototype, "prerendering", { get: () => isPrerendering });
      window.show = () => { isPrerendering = false; document.dispatchEvent(new Event("prerenderingchange")); };`);
    await page.goto(url);
    await Bun.sleep(600);
    expect(requests.filter((address) => address.includes("/_foyer/visits/"))).toEqual([]);
    await page.evaluate("show()");
    await page.click('[data-action="book"]');
    await page.close({ runBeforeUnload: true });
    await stored(place.page_id, ({ total_clicks_count }) => total_clicks_count === 1);
    expect(await onlySession(service(), place.page_id)).toMatchObject({ ...oneAction, kind: "person" });
  });

  test("goes on when the page comes back, by the back button or from a reload, in the same tab", async () => {
    await using visited = await opened();
    const { page, url, place } = visited;
    await page.goto(url);
    await kept(page);
    await page.reload();
    await page.goto("about:blank");
    await page.goBack();
    await page.waitForSelector("h1");
    await page.click('[data-action="book"]');
    await page.close({ runBeforeUnload: true });
    await stored(place.page_id, ({ total_clicks_count }) => total_clicks_count === 1);
    expect(await onlySession(service(), place.page_id)).toMatchObject(oneAction);
  });

  test("has the campaign of a link that opens the page once more in the same tab", async () => {
    await using visited = await opened();
    const { page, url, place } = visited;
    await page.goto(url);
    await kept(page);
    await page.goto(`${url}?utm_source=mail`);
    await page.click('[data-action="book"]');
    await page.close({ runBeforeUnload: true });
    await stored(place.page_id, ({ total_clicks_count }) => total_clicks_count === 1);
    expect(await onlySession(service(), place.page_id)).toMatchObject({ ...oneAction, utmSource: "mail" });
  });

  test("that was offline for a while loses nothing", async () => {
    await using visited = await opened();
    const { page, context, url, place } = visited;
    await page.goto(url);
    await received(1);
    await context.setOffline(true);
    await page.click('[data-action="book"]');
    await page.evaluate("dispatchEvent(new Event('pageshow'))");
    await Bun.sleep(300);
    await context.setOffline(false);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await stored(place.page_id, ({ total_clicks_count }) => total_clicks_count === 1);
    expect(await onlySession(service(), place.page_id)).toMatchObject(oneAction);
  });

  test("has no click, and no conversion, from a menu that was opened on an action; one that opens it in a new tab counts", async () => {
    await using visited = await opened();
    const { page, url, place } = visited;
    await page.goto(url);
    await received(1);
    await page.click('[data-action="book"]', { button: "right" });
    await page.evaluate("dispatchEvent(new Event('online'))");
    await pressed(place);
    expect(await onlySession(service(), place.page_id)).toMatchObject({ totalClicksCount: 0, hasConversion: false });
    await page.click('[data-action="book"]', { button: "middle" });
    await page.evaluate("dispatchEvent(new Event('online'))");
    await stored(place.page_id, ({ total_clicks_count }) => total_clicks_count > 0);
    // The new tab may be a visit already.
    const clicked = (await sessionsOf(service(), place.page_id)).filter(({ totalClicksCount }) => totalClicksCount > 0);
    expect(clicked).toMatchObject([{ totalClicksCount: 1, hasConversion: true }]);
  });

  test("that was offline loses no click, however many there were and whatever letters their labels have", async () => {
    await using visited = await opened();
    const { page, context, url, place } = visited;
    await page.goto(url);
    await received(1);
    await context.setOffline(true);
    await page.evaluate(`
      const action = document.querySelector('[data-action="book"]');
      action.textContent = "界".repeat(200);
      for (let clicks = 0; clicks < 60; clicks += 1) action.click();
      dispatchEvent(new Event("pageshow"));`);
    await Bun.sleep(300);
    await context.setOffline(false);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await stored(place.page_id, ({ total_clicks_count }) => total_clicks_count > 50);
    expect(await onlySession(service(), place.page_id)).toMatchObject({ totalClicksCount: 60, hasConversion: true });
  });

  test("in two tabs, of which one is a copy of the other, is one visit", async () => {
    await using visited = await opened();
    const { page, context, url, place } = visited;
    await page.goto(url);
    await kept(page);
    const [copy] = await Promise.all([context.waitForEvent("page"), page.evaluate("open(location.href)")] as [
      Promise<Page>,
      unknown,
    ]);
    await copy.waitForSelector("h1");
    await Bun.sleep(500);
    await copy.click('[data-action="book"]');
    await copy.close({ runBeforeUnload: true });
    await stored(place.page_id, ({ total_clicks_count }) => total_clicks_count === 1);
    expect(await onlySession(service(), place.page_id)).toMatchObject(oneAction);
  });

  async function received(batches: number): Promise<void> {
    const count = () => service().db.first<{ count: number }>(sql`SELECT count(*) AS count FROM visit_events`);
    while (((await count())?.count ?? 0) < batches) await Bun.sleep(20);
  }

  async function pressed({ page_id }: { page_id: string }): Promise<void> {
    const until = performance.now() + 15_000;
    while (!(await storedEvents(service().db, page_id)).some(({ type }) => type === "input")) {
      if (performance.now() > until) throw new Error("Nothing was pressed");
      await Bun.sleep(50);
    }
    await computed(service());
  }

  /** Waits for a session of the page that is as it should be. */
  async function stored(pageId: string, isRight: (row: Stored) => boolean = () => true): Promise<void> {
    const until = performance.now() + 15_000;
    for (;;) {
      await computed(service());
      const rows = await service().db.all<Stored>(sql`
        SELECT total_clicks_count, questions_asked_count, has_form_submit FROM audience_sessions WHERE page_id = ${pageId}`);
      if (rows.some(isRight)) return;
      if (performance.now() > until) throw new Error(`Not there in time: ${JSON.stringify(rows)}`);
      await Bun.sleep(50);
    }
  }
});

const oneAction = {
  ...{ totalClicksCount: 1, hasConversion: true },
  ...{ isBounce: false, hasFormSubmit: false, questionsAskedCount: 0, formSubmissionId: null },
};

type Stored = Record<"total_clicks_count" | "questions_asked_count" | "has_form_submit", number>;

/** Notes in `written` what pages write to storage. */
async function noted(context: BrowserContext): Promise<void> {
  await context.addInitScript(`
    window.written = [];
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name, value) {
      written.push(name);
      return setItem.call(this, name, value);
    };`);
}

/** The tab knows its visit: the service has answered. */
async function kept(page: Page): Promise<void> {
  await until(async () => (await page.evaluate("sessionStorage.length")) === 1, 15_000);
}

async function undriven(context: BrowserContext): Promise<void> {
  await context.addInitScript("Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })");
}
