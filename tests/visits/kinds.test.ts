import { describe, expect, test } from "bun:test";
import { createIds } from "../../server/records/ids";
import { sql } from "../../server/storage/sql";
import { signalsOf } from "../../server/visitors/visits/signals";
import { visitDeclared } from "../../server/visits/declared";
import { kindOf } from "../../server/visits/kinds";
import { visitOf } from "../../server/visits/visit-events";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { stateOf } from "../support/database/state";
import { chromeAgent, visit } from "../support/features/visitor";
import { computed, onlySession, sessionsOf, startFrom, TabByHand, visitedPage } from "../support/features/visits";
import { until, wakeRunners } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";
import { runJob } from "../support/service/work";

const webViewAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36";
const newId = createIds(Date.now);

onBothEngines("whose visit it was", (engine) => {
  const service = useService(engine);
  const personsPage = async (name: string) => {
    const { personId } = await service().api.call("createPerson", { body: { name } });
    return visitedPage(service(), {}, { personId });
  };

  const told: [why: string, headers: Record<string, string>, isAutomated: 0 | 1, kind: string, reasons: string[]][] = [
    ["an ordinary browser", {}, 0, "person", ["no_sign_of_a_machine"]],
    ["an Android WebView", { "user-agent": webViewAgent }, 0, "person", ["no_sign_of_a_machine"]],
    ["an agent that says it is a bot", { "user-agent": "Mozilla/5.0 (compatible; bingbot/2.0)" }, 0, "bot", ["agent_is_bot"]],
    ["an automated browser", {}, 1, "bot", ["webdriver"]],
    ["Sec-Purpose", { "sec-purpose": "prefetch;prerender" }, 0, "prefetch", ["prefetch_header"]],
    ["Purpose", { purpose: "prefetch" }, 0, "prefetch", ["prefetch_header"]],
    ["X-Moz", { "x-moz": "prefetch" }, 0, "prefetch", ["prefetch_header"]],
    ["X-Purpose", { "x-purpose": "preview" }, 0, "prefetch", ["prefetch_header"]],
  ];
  for (const [why, headers, isAutomated, kind, reasons] of told) {
    test(`${why}: ${kind}`, async () => {
      const { place, token } = await visitedPage(service());
      const tab = new TabByHand(service(), token, undefined, undefined, headers);
      await tab.send(0, [tab.event("s", 0, "", isAutomated)]);
      await computed(service());
      const session = await onlySession(service(), place.page_id);
      expect([session.kind, session.kindReasons]).toEqual([kind as never, reasons]);
      const { items } = await service().api.call("listAudienceSessions", { params: { page_id: place.page_id }, query: {} });
      expect(items.length).toBe(kind === "person" ? 1 : 0);
    });
  }

  test("who asks for no content is a bot", async () => {
    const { place, token } = await visitedPage(service());
    const headers = { "user-agent": "Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0" };
    expect((await visit(service(), `/_foyer/views/${token}.gif`, { method: "HEAD", headers })).status).toBe(200);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "bot", kindReasons: ["head_request"] });
  });

  test("input within half a second of the load is a scanner's; text that somebody typed is a person's", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    await tab.send(499, [tab.event("s", 0, "", 0), tab.event("i", 499)]);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "scanner", kindReasons: ["input_too_soon"] });
    await tab.send(9_000, [tab.event("k", 8_000)]);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "person", kindReasons: ["text_typed"] });
    // Nobody was told of it before.
    const { items } = await service().api.call("listEvents", { query: { subjectId: place.audience_id } });
    expect(items.map(({ type }) => type).filter((type) => type.startsWith("audience_session."))).toEqual([
      "audience_session.started",
    ]);
    const later = await visitedPage(service());
    const patient = new TabByHand(service(), later.token);
    await patient.send(501, [patient.event("s", 0, "", 0), patient.event("i", 501)]);
    await computed(service());
    expect(await onlySession(service(), later.place.page_id)).toMatchObject({ kind: "person" });
  });

  test("a form or a question makes it a person's, and a conversion", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token, undefined, undefined, { "user-agent": "curl/8" });
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "bot", isBounce: true });
    const { db, api, clock } = service();
    const tenantId = await tenantIdOf(db, api);
    const page = { tenantId, audienceId: place.audience_id, pageId: place.page_id, versionId: "version", person: "" };
    const declared = { visit: visitOf(page, tab.visitKey, false) };
    await db.transaction(async (tx) => {
      const ctx = { db: tx, dialect: db.dialect, tenantId, now: clock(), newId, site: testSite };
      await visitDeclared(ctx, { ...declared, kind: "question", at: clock(), id: "question_1" });
      await visitDeclared(ctx, { ...declared, kind: "form", at: clock() + 1, id: "submission_1" });
    });
    service().advance(10);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({
      kind: "person",
      kindReasons: ["form_sent", "question_asked"],
      hasFormSubmit: true,
      hasConversion: true,
      isBounce: false,
      questionsAskedCount: 1,
      formSubmissionId: "submission_1",
    });
  });

  test("one network that opens pages of three persons within a minute is a scanner, from the first page on", async () => {
    await using elsewhere = startFrom(service());
    const network = { "test-address": "203.0.113.7" };
    const pages = await Promise.all(["Ada", "Grace", "Alan", "Edsger", "Barbara"].map(personsPage));
    for (const { token } of pages) {
      const tab = new TabByHand(elsewhere, token, undefined, undefined, network);
      expect((await tab.send(0, [tab.event("s", 0, "", 0)])).status).toBe(204);
      await tab.send(40_000, [tab.event("t", 0, 40_000), tab.event("d", 40_000, 100)]);
    }
    await computed(service());
    for (const { place } of pages) {
      expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "scanner", kindReasons: ["many_persons_pages"] });
    }
  });

  test("a network that never says that it opened those pages is a scanner too", async () => {
    await using elsewhere = startFrom(service());
    const network = { "test-address": "203.0.113.17" };
    const pages = await Promise.all(["Ada", "Grace", "Alan"].map(personsPage));
    const start = await visitedPage(service());
    const other = new TabByHand(elsewhere, start.token, undefined, undefined, network);
    await other.send(0, [other.event("s", 0, "", 0)]);
    service().advance(30_000);
    for (const { token } of pages) {
      const tab = new TabByHand(elsewhere, token, undefined, undefined, network);
      await tab.send(9_000, [tab.event("t", 0, 9_000), tab.event("d", 0, 100)]);
    }
    await computed(service());
    for (const { place } of pages) {
      expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "scanner", kindReasons: ["many_persons_pages"] });
    }
  });

  test("a network without JavaScript that looks again at pages of three persons within a minute is a scanner too", async () => {
    await using elsewhere = startFrom(service());
    const headers = { "test-address": "203.0.113.24" };
    const pages = await Promise.all(["Ada", "Grace", "Alan"].map(personsPage));
    for (const apartMs of [2 * 60_000, 0]) {
      for (const { token } of pages) {
        expect((await visit(elsewhere, `/_foyer/views/${token}.gif`, { headers })).status).toBe(200);
        service().advance(apartMs);
      }
      await computed(service());
      const kinds = [];
      for (const { place } of pages) kinds.push((await onlySession(service(), place.page_id)).kind);
      expect(new Set(kinds)).toEqual(new Set([apartMs === 0 ? "scanner" : "person"]));
    }
  });

  test("what a network tells is recorded with the next batch when it could not be written", async () => {
    await using elsewhere = startFrom(service());
    const pages = await Promise.all(["Ada", "Grace", "Alan"].map(personsPage));
    const tabs = pages.map(
      ({ token }) => new TabByHand(elsewhere, token, undefined, undefined, { "test-address": "203.0.113.20" }),
    );
    const [first, second, third] = tabs as [TabByHand, TabByHand, TabByHand];
    for (const tab of [first, second]) await tab.send(0, [tab.event("s", 0, "", 0)]);
    const { db } = service();
    const { transaction } = db;
    Object.assign(db, { transaction: () => Promise.reject(new Error("The disk is full")) });
    const lost = third.event("s", 0, "", 0);
    expect((await third.send(0, [lost])).status).toBe(500);
    Object.assign(db, { transaction });
    expect((await third.send(0, [lost])).status).toBe(204);
    await computed(service());
    for (const { place } of pages) expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "scanner" });
  });

  test("a person's visit that looked like a scanner's meanwhile has begun once, as its events tell", async () => {
    await using elsewhere = startFrom(service());
    const network = { "test-address": "203.0.113.21" };
    const pages = await Promise.all(["Ada", "Grace", "Alan"].map(personsPage));
    const [first, ...others] = pages.map(({ token }) => new TabByHand(elsewhere, token, undefined, undefined, network));
    const pageId = pages[0]?.place.page_id as string;
    await first?.send(0, [first.event("s", 0, "", 0)]);
    await computed(service());
    expect(await onlySession(service(), pageId)).toMatchObject({ kind: "person" });
    for (const tab of others) await tab.send(0, [tab.event("s", 0, "", 0)]);
    await computed(service());
    expect(await onlySession(service(), pageId)).toMatchObject({ kind: "scanner" });
    await first?.send(30_000, [first.event("t", 0, 20_000)]);
    await computed(service());
    await first?.send(60_000, [first.event("k", 50_000)]);
    await computed(service());
    expect(await onlySession(service(), pageId)).toMatchObject({ kind: "person" });
    const { items } = await service().api.call("listEvents", { query: { type: "audience_session.started" } });
    expect(items.filter(({ data }) => data.pageId === pageId)).toHaveLength(1);
  });

  test("two colleagues behind one address, and three persons who take their time, are persons", async () => {
    await using elsewhere = startFrom(service());
    const office = { "test-address": "203.0.113.8" };
    const pages = await Promise.all(["Ada", "Grace", "Alan", "Edsger"].map(personsPage));
    for (const [index, { token }] of pages.entries()) {
      if (index === 2) service().advance(61_000);
      const tab = new TabByHand(elsewhere, token, undefined, undefined, office);
      await tab.send(0, [tab.event("s", 0, "", 0)]);
      await tab.send(9, [tab.event("d", 5, 50)]);
    }
    await computed(service());
    for (const { place } of pages) expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "person" });
  });

  test("colleagues who come back at the same time to tabs that they opened one after the other are persons", async () => {
    await using elsewhere = startFrom(service());
    const pages = await Promise.all(["Ada", "Grace", "Alan"].map(personsPage));
    const from = (address: string, token: string) =>
      new TabByHand(elsewhere, token, undefined, undefined, { "test-address": address });
    const colleagues = pages.map(({ token }) => from("203.0.113.22", token));
    const openedAt: number[] = [];
    for (const tab of colleagues) {
      openedAt.push(service().clock());
      await tab.send(0, [tab.event("s", 0, "", 0)]);
      service().advance(2 * 60_000);
    }
    // So long that the office is forgotten, because others come.
    service().advance(12 * 60_000);
    const other = from("203.0.113.23", pages[0]?.token as string);
    await other.send(0, [other.event("s", 0, "", 0)]);
    for (const [index, tab] of colleagues.entries()) {
      const now = service().clock() - (openedAt[index] as number);
      await tab.send(now, [tab.event("t", now - 9_000, now)]);
    }
    await computed(service());
    for (const { place } of pages) {
      const kinds = (await sessionsOf(service(), place.page_id)).map(({ kind }) => kind as string);
      expect(new Set(kinds)).toEqual(new Set(["person"]));
    }
  });

  test("who follows the link that no person can see is a scanner", async () => {
    await using elsewhere = startFrom(service());
    const headers = { "test-address": "203.0.113.9", "user-agent": chromeAgent };
    const { place, path, token } = await visitedPage(service());
    const tab = new TabByHand(elsewhere, token, undefined, undefined, headers);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    const { html } = await visit(service(), path);
    const [link = "", address = ""] = /<a class="more" href="([^"]+)"[^>]*>/.exec(html) ?? [];
    expect(link).toContain('tabindex="-1" aria-hidden="true"');
    expect((await visit(elsewhere, address, { headers })).status).toBe(204);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "scanner", kindReasons: ["decoy_link"] });
    const again = new TabByHand(elsewhere, token, undefined, undefined, headers);
    await again.send(0, [again.event("s", 0, "", 0)]);
    await computed(service());
    expect((await sessionsOf(service(), place.page_id)).map(({ kind }) => kind)).toEqual(["scanner", "scanner"]);
  });

  test("visits from networks that the tenant names are internal, whatever is done in them, and not all behind a proxy in one", async () => {
    await using elsewhere = startFrom(service());
    await service().api.call("updateSettings", { body: { internalNetworks: ["198.51.100.0/24", "10.0.0.0/8"] } });
    const { place, token } = await visitedPage(service());
    for (const address of ["198.51.100.77", "198.51.101.77"]) {
      const tab = new TabByHand(elsewhere, token, undefined, undefined, { "test-address": address });
      await tab.send(900, [tab.event("s", 0, "", 0), tab.event("k", 900)]);
    }
    // A proxy that nobody has named.
    const proxied = { "test-address": "10.1.2.3", "x-forwarded-for": "203.0.113.30" };
    const behind = new TabByHand(elsewhere, token, undefined, undefined, proxied);
    await behind.send(900, [behind.event("s", 0, "", 0), behind.event("k", 900)]);
    await computed(service());
    await service().api.call("updateSettings", { body: { internalNetworks: [] } });
    const shown = (await sessionsOf(service(), place.page_id)).map(({ kind, kindReasons }) => [kind, kindReasons] as unknown);
    expect(shown).toEqual([
      ["person", ["text_typed"]],
      ["person", ["text_typed"]],
      ["internal", ["internal_network"]],
    ]);
  });

  test("is computed again when the rules have changed", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token, undefined, undefined, { "user-agent": "curl/8" });
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    await computed(service());
    const { db, clock } = service();
    await db.transaction(async (tx) => {
      await tx.run(sql`UPDATE audience_sessions SET kind = 'person', kind_reasons = '[]' WHERE page_id = ${place.page_id}`);
      await tx.run(sql`UPDATE installation SET value = '1' WHERE name = 'visit rules'`);
    });
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "person" });
    await runJob(service(), "endVisits", "installation", null, clock());
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "bot", kindReasons: ["agent_is_bot"] });
  });

  test("no address is stored, of whatever visit, anywhere in the database", async () => {
    const tables = await stateOf(service().db);
    expect(tables.visit_events?.length).toBeGreaterThan(20);
    const address = /203\.0\.113|198\.51\.10[01]\.77/;
    expect(Object.keys(tables).filter((table) => tables[table]?.some((line) => address.test(line)))).toEqual([]);
  });
});

test("a Chrome that sends no Sec-Fetch-* over HTTPS is none; other browsers, and older ones, may", () => {
  const old = chromeAgent.replace("Chrome/131", "Chrome/79");
  const firefox = "Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0";
  const cases: [headers: Record<string, string>, isSecure: boolean, signals: string[]][] = [
    [{ "user-agent": chromeAgent }, true, ["no_fetch_metadata"]],
    [{ "user-agent": chromeAgent, "sec-fetch-site": "same-origin" }, true, []],
    [{ "user-agent": chromeAgent }, false, []],
    [{ "user-agent": old }, true, []],
    [{ "user-agent": firefox }, true, []],
  ];
  for (const [headers, isSecure, signals] of cases) {
    const request = new Request("https://pages.foyer.test/", { headers });
    expect([headers, signalsOf(request, isSecure) as string[]]).toEqual([headers, signals]);
    const evidence = {
      isAutomated: false,
      firstInputsMs: [],
      hasTyped: false,
      hasAsked: false,
      hasSentForm: false,
      hasSentPrefilledForm: false,
      hasTime: true,
    };
    const { kind } = kindOf({ ...evidence, signals: new Set(signalsOf(request, isSecure)) });
    expect(kind).toBe(signals.length > 0 ? "bot" : "person");
  }
});

describe("raw events", () => {
  const service = useService("sqlite");

  test("are removed after 90 days, and their session stays", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    await computed(service());
    service().advance(31 * 60_000);
    await computed(service());
    const before = await onlySession(service(), place.page_id);
    service().advance(91 * 86_400_000);
    const left = () => service().db.first<{ count: number }>(sql`SELECT count(*) AS count FROM visit_events`);
    await until(async () => {
      await wakeRunners(service().db);
      return (await left())?.count === 0;
    });
    expect(await onlySession(service(), place.page_id)).toEqual(before);
  });
});
