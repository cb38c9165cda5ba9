import { expect, spyOn, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { Networks } from "../../server/visitors/visits/networks";
import { type Viewer, Views } from "../../server/visitors/visits/views";
import { EventRecorder } from "../../server/visits/record-events";
import { onBothEngines } from "../support/database/engines";
import { ownHost, post, visit, visitorTokenIn } from "../support/features/visitor";
import { computed, onlySession, sessionsOf, startFrom, storedEvents, visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";

const minuteMs = 60_000;
/** How often it is written that a visit goes on. */
const slotMs = 15_000;
const dayMs = 24 * 60 * minuteMs;

onBothEngines("a visit without JavaScript", (engine) => {
  const service = useService(engine);
  const form = { purpose: "Talk", buttonTitle: "Talk to us", actionType: "form", url: "" };

  /** A page, and how somebody looks at it from an address. */
  async function viewedPage() {
    const elsewhere = startFrom(service());
    const { place, path, token } = await visitedPage(service(), { actions: [form] });
    const look = async (address: string, headers: Record<string, string> = {}) => {
      const all = { "test-address": address, ...headers };
      expect((await visit(elsewhere, `/_foyer/views/${token}.gif`, { headers: all })).status).toBe(200);
    };
    const sessions = async () => {
      await computed(service());
      return (await sessionsOf(service(), place.page_id)).toReversed();
    };
    return { elsewhere, place, path, look, sessions, [Symbol.asyncDispose]: () => elsewhere[Symbol.asyncDispose]() };
  }

  test("goes on with each view until there is none for half an hour", async () => {
    await using page = await viewedPage();
    const startedAt = service().clock();
    for (let views = 0; views < 4; views += 1) {
      if (views > 0) service().advance(29 * minuteMs);
      await page.look("203.0.113.100");
    }
    const lastSeenAt = service().clock();
    const [session, ...others] = await page.sessions();
    expect(others).toEqual([]);
    expect(session).toMatchObject({ computationStatus: "pending", kind: "person" });
    expect(Math.abs(Number(session?.sessionStartedAt) - startedAt)).toBeLessThan(5_000);
    expect(Math.abs(Number(session?.lastSeenAt) - lastSeenAt)).toBeLessThan(5_000);
    service().advance(30 * minuteMs);
    expect(await page.sessions()).toMatchObject([{ computationStatus: "completed", sessionEndedAt: session?.lastSeenAt }]);
    await page.look("203.0.113.100");
    expect(await page.sessions()).toMatchObject([{ computationStatus: "completed" }, { computationStatus: "pending" }]);
  });

  test("goes on after a form or a question, which are signs of life as well", async () => {
    await using page = await viewedPage();
    await page.look("203.0.113.101");
    service().advance(25 * minuteMs);
    const headers = { "test-address": "203.0.113.101" };
    const fields = { page: visitorTokenIn((await visit(service(), page.path)).html), email: "ada@views.example" };
    expect((await post(page.elsewhere, "/_foyer/forms", fields, headers)).status).toBe(200);
    service().advance(25 * minuteMs);
    const question = { page: fields.page, question: "What does it cost?" };
    expect((await post(page.elsewhere, "/_foyer/ask", question, headers)).status).toBe(200);
    service().advance(25 * minuteMs);
    await page.look("203.0.113.101");
    expect(await page.sessions()).toMatchObject([{ hasFormSubmit: true, questionsAskedCount: 1, computationStatus: "pending" }]);
  });

  const news: [what: string, headers: Record<string, string>, search: string][] = [
    ["without a campaign", {}, ""],
    ["with a campaign", {}, "?utm_source=mail"],
    ["by a machine", { "user-agent": "Mozilla/5.0 (compatible; bingbot/2.0)" }, ""],
  ];
  for (const [index, [what, headers, search]] of news.entries())
    test(`writes nothing when its page is opened ${what} again and again within seconds`, async () => {
      await using page = await viewedPage();
      service().advance(slotMs - (service().clock() % slotMs));
      const all = { referer: `http://${ownHost}${page.path}${search}`, ...headers };
      const look = () => page.look(`203.0.113.11${index}`, all);
      await look();
      const { db } = service();
      const record = spyOn(EventRecorder.prototype, "record");
      for (let reloads = 0; reloads < 10; reloads += 1) await look();
      expect(record).toHaveBeenCalledTimes(0);
      service().advance(slotMs);
      await look();
      expect(record).toHaveBeenCalledTimes(1);
      record.mockRestore();
      expect(await page.sessions()).toHaveLength(1);
      const events = await storedEvents(db, page.place.page_id);
      expect(events.filter(({ type }) => type === "view")).toHaveLength(2);
    });

  test("is over half an hour after its last view, and not before", async () => {
    await using page = await viewedPage();
    await page.look("203.0.113.103");
    service().advance(170_000);
    await page.look("203.0.113.103");
    const lastSeenAt = service().clock();
    service().advance(29 * minuteMs);
    const [session] = await page.sessions();
    expect(session?.computationStatus).toBe("pending");
    expect(Math.abs(Number(session?.lastSeenAt) - lastSeenAt)).toBeLessThan(5_000);
    service().advance(minuteMs);
    expect(await page.sessions()).toMatchObject([{ computationStatus: "completed" }]);
  });

  for (const minutes of [1, 25])
    test(`that was over 45 minutes after a view ${minutes} after the full half hour takes no form: the form begins another one`, async () => {
      await using page = await viewedPage();
      const halfHourMs = 30 * minuteMs;
      service().advance(halfHourMs - (service().clock() % halfHourMs) + minutes * minuteMs);
      const headers = { "test-address": `203.0.113.12${minutes % 10}` };
      await page.look(headers["test-address"]);
      service().advance(45 * minuteMs);
      const fields = { page: visitorTokenIn((await visit(service(), page.path)).html), email: "grace@views.example" };
      expect((await post(page.elsewhere, "/_foyer/forms", fields, headers)).status).toBe(200);
      await page.look(headers["test-address"]);
      expect(await page.sessions()).toMatchObject([
        { computationStatus: "completed", hasFormSubmit: false },
        { computationStatus: "pending", hasFormSubmit: true, hasConversion: true },
      ]);
    });

  test("is another one for another network, another browser, and at each view for whoever wants privacy", async () => {
    await using page = await viewedPage();
    for (let views = 0; views < 2; views += 1) {
      await page.look("203.0.113.104");
      await page.look("203.0.113.105");
      await page.look("203.0.113.104", { "user-agent": "Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0" });
      await page.look("203.0.113.106", { "sec-gpc": "1" });
    }
    const sessions = await page.sessions();
    expect(sessions.map(({ audienceId }) => audienceId === null).sort()).toEqual([false, false, false, true, true]);
  });

  test("has what is told after its page's audience is restored, also where that was told while it was archived", async () => {
    await using page = await viewedPage();
    await service().api.call("archiveAudience", { params: page.place });
    service().advance(10);
    const referer = `http://${ownHost}${page.path}?utm_source=mail`;
    const look = () => page.look("203.0.113.108", { "user-agent": "curl/8.0", referer });
    await look();
    expect(await page.sessions()).toEqual([]);
    await service().api.call("restoreAudience", { params: page.place });
    service().advance(4 * minuteMs);
    await look();
    expect(await page.sessions()).toMatchObject([{ kind: "bot", kindReasons: ["agent_is_bot"], utmSource: "mail" }]);
    // What is written is not written once more.
    service().advance(slotMs);
    await look();
    await page.sessions();
    const events = await storedEvents(service().db, page.place.page_id);
    expect(events.map(({ type }) => type as string).sort()).toEqual(["signal", "view", "view", "view"]);
  });

  test("tells again what could not be written", async () => {
    await using page = await viewedPage();
    const { db } = service();
    const { transaction } = db;
    Object.assign(db, { transaction: () => Promise.reject(new Error("The disk is full")) });
    await expect(page.look("203.0.113.107")).rejects.toThrow();
    Object.assign(db, { transaction });
    await page.look("203.0.113.107");
    await computed(service());
    expect(await onlySession(service(), page.place.page_id)).toMatchObject({ kind: "person" });
  });

  test("leaves no address in the database", async () => {
    const rows = await service().db.all(sql`SELECT * FROM visit_events JOIN visits USING (tenant_id, visit_key)`);
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toContain("203.0.113");
  });
});

const now = 1_794_000_000_000;
const page = { tenantId: "tenant_1", audienceId: "audience_1", pageId: "page_1", versionId: "version_1", person: "ada" };
const viewer = (address: string, at: number): Viewer => ({
  ...{ agent: "Firefox", token: page, network: address, isAnonymous: false, now: at },
});
const keyOf = (views: Views, address: string, at: number) => views.viewed(viewer(address, at)).visit.visitKey;

test("a visit without JavaScript ends after 24 hours, however often its page is opened", () => {
  const views = new Views(new Networks());
  const keys = new Map<string, number[]>();
  for (let at = 0; at <= dayMs; at += 20 * minuteMs) {
    const key = keyOf(views, "192.0.2.1", now + at);
    keys.set(key, [...(keys.get(key) ?? []), at]);
  }
  expect([...keys.values()].map((moments) => [moments[0], moments.at(-1)])).toEqual([
    [0, dayMs - 20 * minuteMs],
    [dayMs, dayMs],
  ]);
});

test("who looked at a page without JavaScript is forgotten after a day, and 10,000 are remembered at most", () => {
  const views = new Views(new Networks());
  for (let index = 0; index < 100; index += 1) keyOf(views, `192.0.2.${index}`, now);
  expect(views.size).toBe(100);
  keyOf(views, "198.51.100.1", now + dayMs);
  expect(views.size).toBe(1);
  for (let index = 0; index < 15_000; index += 1) keyOf(views, `198.51.100.${index}`, now + dayMs);
  expect(views.size).toBe(10_000);
});

test("a visit without JavaScript that others have pushed out is a new one, as in another process or after a restart", () => {
  const [views, others] = [new Views(new Networks()), new Views(new Networks())];
  const first = keyOf(views, "192.0.2.1", now);
  for (let index = 0; index < 10_001; index += 1) keyOf(views, `198.51.100.${index}`, now);
  expect(new Set([first, keyOf(views, "192.0.2.1", now), keyOf(others, "192.0.2.1", now)]).size).toBe(3);
});

test("a tenant whose pages are looked at by more than can be remembered pushes out its own visits alone", () => {
  const views = new Views(new Networks());
  const first = keyOf(views, "192.0.2.1", now);
  const ofNeighbour = (index: number) =>
    views.viewed({ ...viewer(`198.51.100.${index}`, now), token: { ...page, tenantId: "tenant_2", audienceId: "audience_2" } });
  const neighbours = Array.from({ length: 10_050 }, (_, index) => ofNeighbour(index).visit.visitKey);
  expect(keyOf(views, "192.0.2.1", now)).toBe(first);
  expect(ofNeighbour(10_049).visit.visitKey).toBe(neighbours[10_049] as string);
  expect(ofNeighbour(0).visit.visitKey).not.toBe(neighbours[0] as string);
  expect(views.size).toBe(10_000);
});

test("who looks at a page after it was given to somebody else is in another visit", () => {
  const views = new Views(new Networks());
  const key = keyOf(views, "192.0.2.1", now);
  const other = views.viewed({ ...viewer("192.0.2.1", now), token: { ...page, person: "grace" } });
  expect(other.visit.visitKey).not.toBe(key);
});
