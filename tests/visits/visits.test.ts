import { expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { maxEvents } from "../../server/visits/session-rules";
import { onBothEngines } from "../support/database/engines";
import { ownHost, visit } from "../support/features/visitor";
import {
  computed,
  onlySession,
  readSession,
  sendBatch,
  sessionsOf,
  startFrom,
  TabByHand,
  visitedPage,
} from "../support/features/visits";
import { useService } from "../support/service/service";

const minuteMs = 60_000;

onBothEngines("a visit", (engine) => {
  const service = useService(engine);

  test("is a session while it lives, and completed half an hour after its last sign of life", async () => {
    const { place, token, url } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    const startedAt = service().clock();
    expect((await tab.send(3, [tab.event("s", 0, "?utm_source=mail&utm_campaign=spring&utm_term=a@b.example", 0)])).status).toBe(
      204,
    );
    service().advance(20_000);
    const events = [
      tab.event("t", 1_000, 13_500),
      tab.event("d", 13_000, 75),
      tab.event("c", 9_000, "book", "Book a demo", "Prices", "book"),
    ];
    expect((await tab.send(20_000, events)).status).toBe(204);
    const lastSeenAt = service().clock();
    await computed(service());
    const session = await onlySession(service(), place.page_id);
    const near = (timestamp: string | null, moment: number) => expect(Math.abs(Number(timestamp) - moment)).toBeLessThan(10_000);
    near(session.sessionStartedAt, startedAt);
    near(session.lastSeenAt, lastSeenAt);
    const { publishedVersion, page_id, audience_id } = {
      ...(await service().api.call("getAudience", { params: place })),
      ...place,
    };
    expect(session).toMatchObject({
      audienceId: audience_id,
      pageId: page_id,
      computationStatus: "pending",
      sessionEndedAt: null,
      kind: "person",
      kindReasons: ["no_sign_of_a_machine"],
      versionId: publishedVersion.versionId,
    });
    const shown = await readSession(service(), session);
    expect(shown).toMatchObject({
      computationStatus: "pending",
      hasConversion: true,
      hasFormSubmit: false,
      isBounce: false,
      maxScrollDepthPercentage: 75,
      questionsAskedCount: 0,
      totalClicksCount: 1,
      timeSpentSeconds: 12.5,
      utmSource: "mail",
      utmCampaign: "spring",
      utmTerm: null,
      formSubmissionId: null,
    });
    expect(new URL(shown.pageUrl as string).pathname).toBe(new URL(url).pathname);
    service().advance(31 * minuteMs);
    await computed(service());
    const ended = await readSession(service(), session);
    expect(ended).toEqual({ ...shown, computationStatus: "completed", sessionEndedAt: session.lastSeenAt });
    const { found, interactions } = await service().api.call("getSessionInteractions", {
      params: { audience_session_id: session.audienceSessionId as string },
    });
    expect(found).toBe(true);
    expect(interactions).toMatchObject([{ componentId: "book", label: "Book a demo", componentContext: "Prices" }]);
    const { items } = await service().api.call("listEvents", { query: {} });
    const ofSession = items.filter(({ data }) => data.audienceSessionId === session.audienceSessionId);
    expect(ofSession.map(({ type }) => type)).toEqual(["audience_session.completed", "audience_session.started"]);
  });

  test("is an activity of the account, of a person's visit alone", async () => {
    const { api } = service();
    const { personId } = await api.call("createPerson", { body: { name: "Ada", email: `ada@visiting-${engine}.example` } });
    const { place, token } = await visitedPage(service(), {}, { personId });
    const activity = async () => {
      const { items } = await api.call("listAccounts", { query: { domain: `visiting-${engine}.example` } });
      return items[0]?.latestActivityAt;
    };
    const machine = new TabByHand(service(), token);
    await machine.send(3, [machine.event("s", 0, "", 1)]);
    await computed(service());
    expect(await activity()).toBeNull();
    const tab = new TabByHand(service(), token);
    await tab.send(3, [tab.event("s", 0, "", 0)]);
    await computed(service());
    expect(await activity()).toBeNull();
    const lastSeen = async () => (await sessionsOf(service(), place.page_id))[0]?.lastSeenAt as string;
    service().advance(31 * minuteMs);
    await computed(service());
    expect(await activity()).toBe(await lastSeen());
  });

  test("is an activity of the account at once when something proves a person", async () => {
    const { api } = service();
    const { accountId } = await api.call("createAccount", { body: { domain: `proven-${engine}.example`, name: "Proven" } });
    const { place, token } = await visitedPage(service(), {}, { accountId });
    const tab = new TabByHand(service(), token);
    await tab.send(3_000, [tab.event("s", 0, "", 0), tab.event("k", 2_000)]);
    await computed(service());
    const [session] = await sessionsOf(service(), place.page_id);
    const { latestActivityAt } = await api.call("getAccount", { params: { account_id: accountId } });
    expect(latestActivityAt).toBe(session?.lastSeenAt as string);
  });

  test("that a machine turns out to have made is no activity of the account", async () => {
    const { api } = service();
    const { accountId } = await api.call("createAccount", { body: { domain: `scanned-${engine}.example`, name: "Scanned" } });
    const { place, token } = await visitedPage(service(), {}, { accountId });
    const tab = new TabByHand(service(), token);
    await tab.send(3, [tab.event("s", 0, "", 0)]);
    await computed(service());
    expect((await sessionsOf(service(), place.page_id))[0]?.kind).toBe("person");
    await tab.send(9_000, [tab.event("s", 9_000, "", 1)]);
    await computed(service());
    service().advance(31 * minuteMs);
    await computed(service());
    const { latestActivityAt } = await api.call("getAccount", { params: { account_id: accountId } });
    expect([(await sessionsOf(service(), place.page_id))[0]?.kind, latestActivityAt]).toEqual(["bot", null]);
  });

  test("names the account in its events, so that webhooks and readers can filter by it", async () => {
    const { api } = service();
    const { accountId } = await api.call("createAccount", { body: { domain: `named-${engine}.example`, name: "Named" } });
    const { place, token } = await visitedPage(service(), {}, { accountId });
    const tab = new TabByHand(service(), token);
    await tab.send(3, [tab.event("s", 0, "", 0)]);
    await computed(service());
    const { items } = await api.call("listEvents", { query: { type: "audience_session.started" } });
    expect(items.find(({ data }) => data.pageId === place.page_id)?.data).toMatchObject({ accountId });
  });

  test("has a title with no person's name in it, though the page greets its visitor by name", async () => {
    const { api } = service();
    const { personId } = await api.call("createPerson", { body: { name: "Ada King", email: `ada@titled-${engine}.example` } });
    const title = 'Hello {{ person.firstName | default: "there" }}{{ person.lastName }}';
    const { place, path, token } = await visitedPage(service(), { metadata: { title } }, { personId });
    expect((await visit(service(), path)).html).toContain("<title>Hello AdaKing");
    const tab = new TabByHand(service(), token);
    await tab.send(3, [tab.event("s", 0, "", 0)]);
    await sendBatch(service(), token, { v: "private00", l: "load00000", n: 0, e: [[0, "s", 0, "", 0]], p: 1 });
    await computed(service());
    const sessions = await sessionsOf(service(), place.page_id);
    expect(sessions.map(({ pageTitle }) => pageTitle)).toEqual(["Hello there", "Hello there"]);
    const { items } = await api.call("listEvents", { query: { type: "audience_session.started" } });
    expect(items.find(({ subjectId }) => subjectId === place.audience_id)?.data).toMatchObject({ pageTitle: "Hello there" });
    const { items: accounts } = await api.call("listAccounts", { query: { domain: `titled-${engine}.example` } });
    const timeline = await api.call("listAccountTimeline", { params: { account_id: accounts[0]?.accountId as string } });
    expect(timeline.items).toContainEqual(expect.objectContaining({ type: "visit", label: "Hello there" }));
  });

  test("without JavaScript has the campaign that it was opened with first, unless the visitor wants privacy", async () => {
    await using elsewhere = startFrom(service());
    const { place, token, path } = await visitedPage(service());
    const url = `http://${ownHost}${path}`;
    const view = (address: string, referer: string, headers: Record<string, string> = {}) =>
      visit(elsewhere, `/_foyer/views/${token}.gif`, { headers: { "test-address": address, referer, ...headers } });
    await view("203.0.113.50", url);
    await view("203.0.113.50", `${url}?utm_source=mail&utm_campaign=spring&utm_term=jane%40a.example`);
    await view("203.0.113.50", `${url}?utm_source=later`);
    await view("203.0.113.51", "https://elsewhere.example/?utm_source=elsewhere");
    await view("203.0.113.52", `${url}?utm_source=private`, { "sec-gpc": "1" });
    await computed(service());
    const sessions = await sessionsOf(service(), place.page_id);
    const told = sessions.map(({ utmSource, utmCampaign, utmTerm }) => [utmSource, utmCampaign, utmTerm]);
    expect(told.sort()).toEqual([
      [null, null, null],
      [null, null, null],
      ["mail", "spring", null],
    ]);
    expect(JSON.stringify(await service().db.all(sql`SELECT data FROM visit_events`))).not.toMatch(/private|elsewhere|later/);
  });

  test("counts each event once, however often and in whatever order it is sent", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    const start = tab.event("s", 0, "", 0);
    const clicks = Array.from({ length: 6 }, (_, index) => tab.event("c", 100 * index, `part-${index}`, "Label", "", ""));
    await tab.send(700, clicks.slice(3));
    await tab.send(900, clicks);
    await tab.send(950, [start, ...clicks.toReversed()]);
    await computed(service());
    const session = await onlySession(service(), place.page_id);
    expect(session).toMatchObject({ totalClicksCount: 6, isBounce: false, hasConversion: false });
    const { interactions } = await service().api.call("getSessionInteractions", {
      params: { audience_session_id: session.audienceSessionId as string },
    });
    expect(interactions.map(({ componentId }) => componentId)).toEqual(clicks.map(([, , , id]) => id as string));
  });

  test("in two tabs at once takes the time that passed, not twice that", async () => {
    const { place, token } = await visitedPage(service());
    const one = new TabByHand(service(), token);
    const other = new TabByHand(service(), token, one.visitKey);
    await one.send(0, [one.event("s", 0, "", 0)]);
    await other.send(0, [other.event("s", 0, "", 0)]);
    service().advance(30_000);
    await one.send(30_000, [one.event("t", 0, 20_000)]);
    await other.send(30_000, [other.event("t", 10_000, 30_000)]);
    await computed(service());
    const { timeSpentSeconds } = await onlySession(service(), place.page_id);
    expect(Math.abs((timeSpentSeconds as number) - 30)).toBeLessThan(5);
  });

  test("never takes longer than the server's clock saw", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    await tab.send(500_000, [tab.event("s", 0, "", 0)]);
    service().advance(4_000);
    await tab.send(86_400_000, [tab.event("t", 0, 86_400_000)]);
    await computed(service());
    const { timeSpentSeconds, isBounce } = await onlySession(service(), place.page_id);
    expect(timeSpentSeconds as number).toBeLessThan(9);
    expect(isBounce).toBe(true);
  });

  test("ends after 24 hours, however alive it is", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    const startedAt = service().clock();
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    for (let minutes = 29; minutes <= 25 * 60; minutes += 29) {
      service().advance(29 * minuteMs);
      await tab.send(minutes * minuteMs, [tab.event("d", minutes * minuteMs, 50)]);
    }
    await computed(service());
    const { computationStatus, sessionStartedAt, sessionEndedAt } = await onlySession(service(), place.page_id);
    expect(computationStatus).toBe("completed");
    expect(Math.abs(Number(sessionStartedAt) - startedAt)).toBeLessThan(5_000);
    expect(Number(sessionEndedAt) - Number(sessionStartedAt)).toBe(24 * 60 * minuteMs);
  });

  test("is listed among all visits by person, version, campaign, and whether it goes on", async () => {
    const { api } = service();
    const { personId } = await api.call("createPerson", { body: { name: "Listed" } });
    const [own, general] = [await visitedPage(service(), {}, { personId }), await visitedPage(service())];
    const over = new TabByHand(service(), own.token);
    await over.send(0, [over.event("s", 0, "?utm_source=own&utm_term=t&utm_content=c&utm_medium=m&utm_campaign=p", 0)]);
    service().advance(6 * minuteMs);
    const live = new TabByHand(service(), general.token);
    await live.send(0, [live.event("s", 0, "?utm_source=general", 0)]);
    await computed(service());
    const pageIds = [own.place.page_id, general.place.page_id];
    const found = async (query: object) => {
      const { items } = await api.call("listTenantSessions", { query: { limit: 100, ...query } });
      return pageIds.map((id) => items.filter(({ pageId }) => pageId === id).length);
    };
    expect(await found({})).toEqual([1, 1]);
    expect(await found({ active: true })).toEqual([0, 1]);
    expect(await found({ active: false })).toEqual([1, 0]);
    expect(await found({ personId })).toEqual([1, 0]);
    const { publishedVersion } = await api.call("getAudience", { params: general.place });
    expect(await found({ versionId: publishedVersion.versionId })).toEqual([0, 1]);
    expect(await found({ utmSource: "general" })).toEqual([0, 1]);
    for (const filter of [{ utmTerm: "t" }, { utmContent: "c" }, { utmMedium: "m" }, { utmCampaign: "p" }]) {
      expect(await found(filter)).toEqual([1, 0]);
    }
  });

  test("is computed again when events come late", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    service().advance(31 * minuteMs);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ computationStatus: "completed", isBounce: true });
    await tab.send(32 * minuteMs, [tab.event("c", 5_000, "a", "A", "", "")]);
    await computed(service());
    const session = await onlySession(service(), place.page_id);
    expect(session).toMatchObject({ computationStatus: "completed", isBounce: false, totalClicksCount: 1 });
  });

  test("stays over when a tab that was offline tells of it hours later, and ends when it happened", async () => {
    const { api } = service();
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    service().advance(5 * 60 * minuteMs);
    await computed(service());
    await tab.send(5 * 60 * minuteMs, [tab.event("t", 0, 2 * minuteMs), tab.event("e", 2 * minuteMs)]);
    await computed(service());
    const session = await onlySession(service(), place.page_id);
    expect(session).toMatchObject({ computationStatus: "completed", isBounce: false });
    expect(Math.abs(Number(session.sessionEndedAt) - Number(session.sessionStartedAt) - 2 * minuteMs)).toBeLessThan(5_000);
    expect(Math.abs((session.timeSpentSeconds as number) - 120)).toBeLessThan(5);
    const active = await api.call("listTenantSessions", { query: { pageId: place.page_id, active: true } });
    expect(active.items).toEqual([]);

    // Somebody who read on without a connection is still there.
    await tab.send(5 * 60 * minuteMs + 20_000, [tab.event("t", 5 * 60 * minuteMs, 5 * 60 * minuteMs + 20_000)]);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ computationStatus: "pending", sessionEndedAt: null });
  });

  test("whose events can't be read has failed, counts as nobody's, and holds up no other", async () => {
    const { place, token } = await visitedPage(service());
    const damaged = new TabByHand(service(), token);
    await damaged.send(0, [damaged.event("s", 0, "", 0)]);
    await service().db.transaction((tx) =>
      tx.run(sql`UPDATE visit_events SET data = '{' WHERE tenant_id <> '' AND load_key = ${damaged.load}`),
    );
    // A job may have computed it before it was damaged.
    await damaged.send(0, [damaged.event("d", 0, 10)]);
    const whole = new TabByHand(service(), token);
    await whole.send(0, [whole.event("s", 0, "", 0)]);
    await computed(service());
    expect(await sessionsOf(service(), place.page_id)).toMatchObject([
      { computationStatus: "pending", kind: "person" },
      { computationStatus: "failed", kind: "bot", kindReasons: ["events_unreadable"] },
    ]);
    const { total } = await service().api.call("getPageStats", { params: { page_id: place.page_id }, query: {} });
    expect(total.visits).toBe(1);
    const kept = await service().db.all(sql`SELECT 1 AS found FROM visit_events WHERE load_key = ${damaged.load}`);
    expect(kept.length).toBe(2);
  });

  test("with more events than anybody causes has failed, and takes none of the others with it", async () => {
    // Each further event of a visit has all of them read, while others wait.
    expect(maxEvents).toBeLessThanOrEqual(3_000);
    const { place, token } = await visitedPage(service());
    const others = [new TabByHand(service(), token, "zzzzzzzz1"), new TabByHand(service(), token, "zzzzzzzz2")];
    const flooding = new TabByHand(service(), token, "00000000");
    await flooding.send(0, [flooding.event("s", 0, "", 0)]);
    await service().db.transaction((tx) =>
      tx.run(sql`
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number <= ${maxEvents})
        INSERT INTO visit_events (tenant_id, visit_key, load_key, seq, type, at_ms, sent_ms, received_at, data)
        SELECT tenant_id, visit_key, load_key, number, 'typed', 0, 0, received_at, '{}'
        FROM visit_events CROSS JOIN numbers WHERE load_key = ${flooding.load} AND seq = 0`),
    );
    for (const tab of [flooding, ...others]) await tab.send(0, [tab.event("s", 0, "", 0)]);
    await computed(service());
    const statuses = (await sessionsOf(service(), place.page_id)).map(({ computationStatus }) => computationStatus);
    expect(statuses.sort()).toEqual(["failed", "pending", "pending"]);
  });

  test("without JavaScript is counted as a view", async () => {
    const { place, path } = await visitedPage(service());
    const { html } = await visit(service(), path);
    const [, image = ""] = /<noscript><img[^>]* src="([^"]+)"/.exec(html) ?? [];
    const answer = await visit(service(), image, {
      headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0" },
    });
    expect([answer.status, answer.headers["content-type"], answer.headers["cache-control"]]).toEqual([
      200,
      "image/gif",
      "no-store",
    ]);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({
      kind: "person",
      timeSpentSeconds: null,
      maxScrollDepthPercentage: null,
      totalClicksCount: 0,
      isBounce: true,
    });
  });

  test("of a visitor who asks for privacy keeps nothing that identifies", async () => {
    for (const header of ["sec-gpc", "dnt"]) {
      const { place, token } = await visitedPage(service());
      const tab = new TabByHand(service(), token, undefined, undefined, { [header]: "1" });
      await tab.send(0, [tab.event("s", 0, "?utm_source=mail", 0), tab.event("c", 0, "book", "Book it, Ada", "", "book")]);
      await computed(service());
      const session = await onlySession(service(), place.page_id);
      expect(session).toMatchObject({ audienceId: null, pageUrl: null, utmSource: null, versionId: null, totalClicksCount: 1 });
      const params = { audience_session_id: session.audienceSessionId as string };
      expect(await service().api.call("getSessionInteractions", { params })).toEqual({ found: true, interactions: [] });
      const stored = await service().db.all<object>(sql`SELECT * FROM visits WHERE page_id = ${place.page_id}`);
      expect(JSON.stringify(stored)).not.toContain(place.audience_id.slice(9));
      const events = await service().db.all<object>(sql`
        SELECT visit_events.* FROM visit_events JOIN visits USING (tenant_id, visit_key) WHERE page_id = ${place.page_id}`);
      expect(events).toHaveLength(1);
      expect(JSON.stringify(events)).not.toMatch(/Ada|mail/);
    }
  });
});
