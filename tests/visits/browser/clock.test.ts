import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { VisitEventData, VisitEventType } from "../../../server/visits/visit-events";
import { inBrowser, watchedPage } from "../../support/browser/browser";
import { publishPage } from "../../support/browser/site";
import { chromeAgent } from "../../support/features/visitor";
import { computed, onlySession, readSession, sessionsOf, storedEvents } from "../../support/features/visits";
import { useService } from "../../support/service/service";

const minuteMs = 60_000;
const pageTime = new Date("2026-11-02T09:00:00Z");
const paragraph = "A paragraph of a page that takes a while to read.";
const manyParagraphs = Array.from({ length: 120 }, () => paragraph).join("\n\n");
const denseText = Array.from({ length: 400 }, () => paragraph).join(" ");

inBrowser("a visit in a browser whose time the test lets pass", (browser) => {
  const service = useService("sqlite", { isClockStopped: true });

  /** Neither the page nor the service has time go by but by `pass`. */
  async function opened(text: string, script = "") {
    const { topicId } = await service().api.call("createTopic", { body: { title: "What we do" } });
    const content = { type: "text", content: text };
    await service().api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    const action = { actionId: "book", actionType: "url", buttonTitle: "Book a demo", url: "#ask", purpose: "" };
    const form = { actionType: "form", buttonTitle: "Talk to us", url: "", purpose: "Talk" };
    const { place, url } = await publishPage(service(), { actions: [action, form] }, {}, [topicId]);
    const watched = await watchedPage(browser(), { userAgent: chromeAgent });
    const { page, context, settled } = watched;
    await context.addInitScript(`Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false }); ${script}`);
    await page.clock.install({ time: pageTime });
    await page.clock.pauseAt(pageTime.getTime() + 1_000);
    const pass = async (milliseconds: number) => {
      // A batch is on its way before the next one is due.
      for (let left = milliseconds; left > 0; left -= 15_000) {
        service().advance(Math.min(left, 15_000));
        await page.clock.runFor(Math.min(left, 15_000));
        await settled();
      }
    };
    const open = async (query = "") => {
      await page.goto(`${url}${query}`);
      // The tracker begins in a task of its own.
      await page.clock.runFor(0);
      await has(place.page_id, "start");
    };
    const close = async () => {
      await page.close({ runBeforeUnload: true });
      await has(place.page_id, "end");
    };
    return { ...watched, place, open, pass, close };
  }

  test("has exactly the values of what was done", async () => {
    await using visited = await opened(manyParagraphs);
    const { page, place, pass, open, close, complaints } = visited;
    const startedAt = service().clock();
    await open("?utm_source=mail&utm_campaign=spring");
    await pass(20_000);
    await page.evaluate(noteLowest);
    await page.click('[data-action="book"]');
    await pass(10_000);
    await page.fill("#question", "How long is a paragraph of a page?");
    await page.click(".ask button[type=submit]");
    await page.waitForSelector("#answers .answer");
    await page.fill(".form [name=email]", "ada@visits.example");
    await page.locator(".form button").scrollIntoViewIfNeeded();
    await pass(3_000);
    const lowest: number = await page.evaluate("lowest");
    await page.click(".form button");
    await page.waitForURL("**/_foyer/forms?*");
    await close();
    await over();

    const session = await onlySession(service(), place.page_id);
    const [submissions, questions] = await Promise.all([
      service().api.call("listFormSubmissions", { query: { pageId: place.page_id } }),
      service().api.call("listQuestions", { query: { pageId: place.page_id } }),
    ]);
    const [submission, question] = [submissions.items[0], questions.items[0]];
    const { publicUrl } = await service().api.call("getEffectiveAudience", { params: place });
    expect(complaints).toEqual([]);
    expect([submissions.totalCount, questions.totalCount]).toEqual([1, 1]);
    expect(await readSession(service(), session)).toEqual({
      analyticsSessionId: submission?.analyticsSessionId as string,
      audienceSessionId: session.audienceSessionId,
      audienceId: place.audience_id,
      pageId: place.page_id,
      pageTitle: "Spring",
      pageUrl: publicUrl,
      computationStatus: "completed",
      formSubmissionId: submission?.submissionId as string,
      formSubmissionEmail: "ada@visits.example",
      formSubmissionPhone: null,
      formSubmissionIdentifier: "ada@visits.example",
      formSubmissionIdentifierType: "email",
      hasConversion: true,
      hasFormSubmit: true,
      isBounce: false,
      maxScrollDepthPercentage: lowest,
      questionsAskedCount: 1,
      totalClicksCount: 3,
      timeSpentSeconds: 33,
      sessionStartedAt: `+${startedAt}`,
      sessionEndedAt: `+${startedAt + 33_000}`,
      utmCampaign: "spring",
      utmContent: null,
      utmMedium: null,
      utmSource: "mail",
      utmTerm: null,
    });
    expect(session).toMatchObject({ kind: "person", kindReasons: ["form_sent", "question_asked", "text_typed"] });

    const params = { audience_session_id: session.audienceSessionId as string };
    const { interactions } = await service().api.call("getSessionInteractions", { params });
    expect(interactions.map(({ timestamp, ...one }) => [timestamp - startedAt, one])).toEqual([
      [20_000, { ...nothingSaid, componentId: "book", componentContext: "", label: "Book a demo" }],
      [30_000, { ...nothingSaid, componentId: "ask", componentContext: "Ask a question", label: "Send" }],
      [
        30_000,
        {
          componentId: question?.questionId as string,
          componentContext: "question",
          label: "How long is a paragraph of a page?",
          responseText: question?.responseText as string,
          groundingChunkIds: question?.groundingChunkIds as string[],
          options: [],
        },
      ],
      [33_000, { ...nothingSaid, componentId: "form-1", componentContext: "Contact", label: "Send" }],
      [33_000, { ...nothingSaid, componentId: submission?.submissionId as string, componentContext: "form", label: "" }],
    ]);
  });

  test("has the depth of the lowest part that was in view, also after scrolling back", async () => {
    await using visited = await opened(manyParagraphs);
    const { page, place, pass, open, close } = visited;
    await open();
    await page.evaluate(noteLowest);
    await page.evaluate("scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' })");
    await pass(1_000);
    await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })");
    await pass(1_000);
    const lowest: number = await page.evaluate("lowest");
    await close();
    await over();
    expect(lowest).toBeWithin(50, 70);
    const { maxScrollDepthPercentage, timeSpentSeconds, isBounce } = await onlySession(service(), place.page_id);
    expect({ maxScrollDepthPercentage, timeSpentSeconds, isBounce }).toEqual({
      maxScrollDepthPercentage: lowest,
      timeSpentSeconds: 2,
      isBounce: true,
    });
  });

  test("takes no more time a minute after the last input, plus what the visible text takes to read", async () => {
    await using visited = await opened("Short.");
    const { page, place, pass, open, close } = visited;
    await open();
    const [letters, shown] = (await page.evaluate(
      "[document.querySelector('main').textContent.length, innerHeight / document.documentElement.scrollHeight]",
    )) as [number, number];
    await pass(40_000);
    await page.mouse.move(200, 200);
    await pass(4 * minuteMs);
    await reconnect(page);
    await pass(2 * minuteMs);
    await close();
    await over();
    const seconds = 40 + 60 + Math.ceil((letters * shown * 50) / 1_000);
    expect(seconds).toBeWithin(101, 180);
    expect(await onlySession(service(), place.page_id)).toMatchObject({ timeSpentSeconds: seconds });
  });

  test("takes two minutes of reading at most, however much text is in view", async () => {
    await using visited = await opened(denseText);
    const { page, place, pass, open, close } = visited;
    await page.setViewportSize({ width: 1_200, height: 2_000 });
    await open();
    await pass(5 * minuteMs);
    await close();
    await over();
    expect(await onlySession(service(), place.page_id)).toMatchObject({ timeSpentSeconds: 180 });
  });

  test("takes no time while the machine sleeps", async () => {
    await using visited = await opened(denseText);
    const { page, place, pass, open, close } = visited;
    await open();
    await pass(10_000);
    service().advance(40_000);
    await page.clock.fastForward(40_000);
    await pass(10_000);
    await close();
    await over();
    expect(await onlySession(service(), place.page_id)).toMatchObject({ timeSpentSeconds: 20 });
  });

  test("has no interval across a sleep during which the page's own clock stood still", async () => {
    await using visited = await opened(denseText);
    const { page, place, pass, open, close } = visited;
    await open();
    await pass(10_000);
    service().advance(40_000);
    await page.clock.setSystemTime(pageTime.getTime() + 51_000);
    await pass(10_000);
    await close();
    const times = (await storedEvents(service().db, place.page_id)).filter(({ type }) => type === "time");
    // What was sent when the page was left may have been sent once more.
    const intervals = new Map(times.map(({ seq, atMs, data }) => [seq, [atMs, (data as VisitEventData["time"]).to] as const]));
    expect([...intervals.values()].sort(([one], [other]) => one - other)).toEqual([
      [0, 10_000],
      [11_000, 15_000],
      [15_000, 20_000],
    ]);
  });

  test("goes on when the page comes back from the back-forward cache, and takes no time while it was there", async () => {
    await using visited = await opened(denseText, cached);
    const { page, place, pass, open, close } = visited;
    const startedAt = service().clock();
    await open();
    await pass(10_000);
    await page.evaluate("leave()");
    await has(place.page_id, "end");
    service().advance(20 * minuteMs);
    await page.clock.fastForward(20 * minuteMs);
    await page.evaluate("comeBack()");
    await pass(5_000);
    await page.click('[data-action="book"]');
    await pass(5_000);
    await close();
    await has(place.page_id, "click");
    await over();
    expect(await onlySession(service(), place.page_id)).toMatchObject({
      ...{ timeSpentSeconds: 20, totalClicksCount: 1, hasConversion: true },
      ...{ sessionStartedAt: `+${startedAt}`, sessionEndedAt: `+${startedAt + 20 * minuteMs + 20_000}` },
    });
  });

  test("ends when its visitor leaves, however long ago the last input was", async () => {
    await using visited = await opened("Short.");
    const { place, pass, open, close } = visited;
    const startedAt = service().clock();
    await open();
    await pass(10 * minuteMs);
    await close();
    await over();
    expect(await onlySession(service(), place.page_id)).toMatchObject({ sessionEndedAt: `+${startedAt + 10 * minuteMs}` });
  });

  test("is over for good after half an hour: a network that comes back, or closing the tab, is no sign of life", async () => {
    await using visited = await opened("Short.");
    const { page, place, pass, open, settled } = visited;
    await open();
    await pass(40 * minuteMs);
    await computed(service());
    const seen = await onlySession(service(), place.page_id);
    await reconnect(page);
    await pass(minuteMs);
    await page.close({ runBeforeUnload: true });
    await settled();
    await over();
    const { lastSeenAt, sessionEndedAt } = await onlySession(service(), place.page_id);
    expect([lastSeenAt, sessionEndedAt]).toEqual([seen.lastSeenAt, seen.lastSeenAt]);
  });

  test("is over after the machine has slept for hours, also if it tells of that before its visitor comes back", async () => {
    await using visited = await opened(denseText);
    const { page, place, pass, open, close } = visited;
    await open();
    await pass(10_000);
    service().advance(300 * minuteMs);
    await page.clock.fastForward(300 * minuteMs);
    await pass(30_000);
    await page.click('[data-action="book"]');
    await close();
    await has(place.page_id, "click");
    await over();
    expect(await clicksOfEach(place.page_id)).toEqual([1, 0]);
  });

  test("that is over has all of its time, also if its visitor comes back before it is told", async () => {
    await using visited = await opened(denseText);
    const { page, place, pass, open, close } = visited;
    await open();
    await pass(12_000);
    service().advance(300 * minuteMs);
    await page.clock.setSystemTime(pageTime.getTime() + 300 * minuteMs);
    await page.click('[data-action="book"]');
    // What is left of the first visit, and then that the second has begun.
    await has(place.page_id, "time");
    await has(place.page_id, "click");
    await pass(5_000);
    await close();
    await over();
    const sessions = await sessionsOf(service(), place.page_id);
    expect(sessions.map(({ timeSpentSeconds }) => Math.round(timeSpentSeconds ?? 0))).toEqual([5, 12]);
  });

  test("is over after half an hour in which nobody did anything and nothing got through", async () => {
    await using visited = await opened("Short.");
    const { page, context, place, open, close } = visited;
    await open();
    await context.setOffline(true);
    await page.click('[data-action="book"]');
    for (let quarter = 0; quarter < 4 * 90; quarter += 1) {
      service().advance(15_000);
      await page.clock.runFor(15_000);
    }
    await context.setOffline(false);
    await page.click('[data-action="book"]');
    service().advance(15_000);
    await page.clock.runFor(15_000);
    await has(place.page_id, "click");
    await close();
    await over();
    expect(await clicksOfEach(place.page_id)).toEqual([1, 1]);
  });

  test("loses no click in an hour and a half without a connection", async () => {
    await using visited = await opened("Short.");
    const { page, context, place, open, close } = visited;
    await open();
    await context.setOffline(true);
    await page.click('[data-action="book"]');
    for (let minute = 0; minute < 90; minute += 1) {
      await page.mouse.move(200, 200 + (minute % 50));
      for (let quarter = 0; quarter < 4; quarter += 1) {
        service().advance(15_000);
        await page.clock.runFor(15_000);
      }
    }
    await page.mouse.move(200, 200);
    await context.setOffline(false);
    service().advance(15_000);
    await page.clock.runFor(15_000);
    await has(place.page_id, "click");
    await close();
    await over();
    expect(await onlySession(service(), place.page_id)).toMatchObject({
      totalClicksCount: 1,
      hasConversion: true,
      timeSpentSeconds: 90 * 60 + 15,
    });
  });

  for (const [index, { used, script }] of ways.entries()) {
    const tells = async () => {
      await using visited = await opened("Short.", `${noteWays} ${script}`);
      const { page, place, open } = visited;
      await open();
      await page.click('[data-action="book"]');
      await page.evaluate("used.length = 0; hide()");
      expect(await page.evaluate("used")).toEqual(used);
      // As a browser does when the page is gone.
      await page.goto("about:blank");
      await has(place.page_id, "click");
      await over();
      expect(await onlySession(service(), place.page_id)).toMatchObject({ totalClicksCount: 1 });
    };
    // On a very busy machine, a browser whose page is gone hardly ever, but sometimes, answers nothing any more.
    test(`tells what was done last with ${used}, in browser ${index + 1}`, tells, { retry: 1 });
  }

  async function reconnect(page: Page): Promise<void> {
    const back = page.evaluate("new Promise((back) => addEventListener('online', back, { once: true })).then(() => true)");
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await back;
  }

  /** Last started first. */
  async function clicksOfEach(pageId: string): Promise<number[]> {
    return (await sessionsOf(service(), pageId)).map(({ totalClicksCount }) => totalClicksCount);
  }

  /** Long after the last sign of life. */
  async function over(): Promise<void> {
    service().advance(31 * minuteMs);
    await computed(service());
  }

  async function has(pageId: string, type: VisitEventType): Promise<void> {
    const until = performance.now() + 15_000;
    while (!(await storedEvents(service().db, pageId)).some((event) => event.type === type)) {
      if (performance.now() > until) throw new Error(`Nothing of the type ${type} came`);
      await Bun.sleep(20);
    }
  }
});

const nothingSaid = { responseText: "", groundingChunkIds: [], options: [] };

/** How much of the page is in view at most, in percent. */
const noteLowest = `
  window.lowest = 0;
  const note = () => {
    const seen = (scrollY + innerHeight) / document.documentElement.scrollHeight;
    window.lowest = Math.max(window.lowest, Math.round(seen * 100));
  };
  addEventListener("scroll", note, true);
  note();`;

/**
 * Keeps account of how batches are sent, and hides the page. Browsers have `fetchLater` on secure origins alone, so there is one
 * that sends, as theirs does, when the page is gone.
 */
const noteWays = `
  const used = (window.used = []);
  let state = "visible";
  Object.defineProperty(Document.prototype, "visibilityState", { get: () => state });
  window.hide = () => { state = "hidden"; document.dispatchEvent(new Event("visibilitychange")); };
  const isBatch = (address) => String(address).includes("/_foyer/visits/");
  const fetchNow = window.fetch.bind(window);
  const sendNow = navigator.sendBeacon.bind(navigator);
  window.fetchLater = (address, options) => {
    used.push("fetchLater");
    addEventListener("pagehide", () => fetchNow(address, { ...options, keepalive: true }));
  };
  window.fetch = (address, options) => {
    if (isBatch(address)) used.push(options.keepalive ? "fetch with keepalive" : "fetch");
    return fetchNow(address, options);
  };
  navigator.sendBeacon = (address, body) => { used.push("sendBeacon"); return sendNow(address, body); };`;

/** What a page hears when it goes to the back-forward cache and comes back: headless browsers have none. */
const cached = `
  let state = "visible";
  Object.defineProperty(Document.prototype, "visibilityState", { get: () => state });
  const tell = (target, event) => target.dispatchEvent(event);
  window.leave = () => {
    tell(window, new PageTransitionEvent("pagehide", { persisted: true }));
    state = "hidden";
    tell(document, new Event("visibilitychange"));
  };
  window.comeBack = () => {
    state = "visible";
    tell(document, new Event("visibilitychange"));
    tell(window, new PageTransitionEvent("pageshow", { persisted: true }));
  };`;

const noFetchLater = "delete window.fetchLater;";
const ways = [
  { used: ["fetchLater"], script: "" },
  { used: ["fetch with keepalive"], script: noFetchLater },
  // As a browser does that has too much of it under way.
  {
    used: ["sendBeacon"],
    script: `${noFetchLater} window.fetch = (...all) => state === "hidden" ? Promise.reject() : fetchNow(...all);`,
  },
  {
    used: ["sendBeacon"],
    script: `${noFetchLater} window.fetch = (...all) => { if (state === "hidden") throw 0; return fetchNow(...all); };`,
  },
];
