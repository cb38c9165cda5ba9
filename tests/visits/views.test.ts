import { expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { Networks } from "../../server/visitors/visits/networks";
import { type Viewer, Views } from "../../server/visitors/visits/views";
import { onBothEngines } from "../support/database/engines";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { computed, onlySession, sessionsOf, startFrom, storedEvents, visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";

const minuteMs = 60_000;
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
    await page.look("203.0.113.101");
    expect(await page.sessions()).toMatchObject([{ hasFormSubmit: true, computationStatus: "pending" }]);
  });

  test("is written once in a few minutes, however often its page is opened", async () => {
    await using page = await viewedPage();
    const partMs = 3 * minuteMs;
    service().advance(partMs - (service().clock() % partMs));
    await page.look("203.0.113.102");
    const { db } = service();
    const { transaction } = db;
    let writes = 0;
    // Jobs write too, but never of a view.
    Object.assign(db, {
      transaction: (...work: Parameters<typeof transaction>) => {
        writes += 1;
        return transaction(...work);
      },
    });
    const quiet = await Promise.all(Array.from({ length: 200 }, () => page.look("203.0.113.102"))).then(() => writes);
    Object.assign(db, { transaction });
    expect(quiet).toBeLessThan(20);
    const views = async () => (await storedEvents(db, page.place.page_id)).filter(({ type }) => type === "view");
    expect(await views()).toHaveLength(1);
    service().advance(partMs);
    for (let reloads = 0; reloads < 5; reloads += 1) await page.look("203.0.113.102");
    expect(await views()).toHaveLength(2);
    expect(await page.sessions()).toHaveLength(1);
  });

  test("that was quiet for less than half an hour goes on, though nothing was written of its last view", async () => {
    await using page = await viewedPage();
    const partMs = 3 * minuteMs;
    service().advance(partMs - (service().clock() % partMs));
    await page.look("203.0.113.103");
    service().advance(2 * minuteMs);
    await page.look("203.0.113.103");
    service().advance(29 * minuteMs);
    await page.look("203.0.113.103");
    expect(await page.sessions()).toMatchObject([{ computationStatus: "pending" }]);
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
const keyOf = (views: Views, address: string, at: number) => views.visitOf(viewer(address, at)).visit.visitKey;

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

test("visits without JavaScript are forgotten half an hour after their last view, and 10,000 are remembered at most", () => {
  const views = new Views(new Networks());
  for (let index = 0; index < 100; index += 1) keyOf(views, `192.0.2.${index}`, now);
  keyOf(views, "192.0.2.1", now + 20 * minuteMs);
  keyOf(views, "198.51.100.1", now + 30 * minuteMs);
  expect(views.size).toBe(2);
  for (let index = 0; index < 15_000; index += 1) keyOf(views, `198.51.100.${index}`, now + 30 * minuteMs);
  expect(views.size).toBe(10_000);
});

test("a visit without JavaScript that others have pushed out goes on for the rest of its half hour, and then is a new one", () => {
  const views = new Views(new Networks());
  const began = now - (now % (30 * minuteMs));
  const pushOut = (at: number) => {
    for (let index = 0; index < 10_001; index += 1) keyOf(views, `198.51.100.${index}`, at);
  };
  const first = keyOf(views, "192.0.2.1", began);
  pushOut(began + minuteMs);
  expect(keyOf(views, "192.0.2.1", began + 20 * minuteMs)).toBe(first);
  pushOut(began + 21 * minuteMs);
  expect(views.recent(viewer("192.0.2.1", began + 31 * minuteMs)).map(({ visitKey }) => visitKey)).toContain(first);
  expect(keyOf(views, "192.0.2.1", began + 31 * minuteMs)).not.toBe(first);
});

test("another process, or this one after a restart, begins a new visit without JavaScript", () => {
  const networks = new Networks();
  const [first, second] = [new Views(networks), new Views(new Networks())];
  expect(keyOf(first, "192.0.2.1", now)).not.toBe(keyOf(second, "192.0.2.1", now));
  expect(second.recent(viewer("192.0.2.1", now))).toHaveLength(1);
});

test("who looks at a page after it was given to somebody else is in another visit", () => {
  const views = new Views(new Networks());
  const key = keyOf(views, "192.0.2.1", now);
  const other = views.visitOf({ ...viewer("192.0.2.1", now), token: { ...page, person: "grace" } });
  expect(other.visit.visitKey).not.toBe(key);
});
