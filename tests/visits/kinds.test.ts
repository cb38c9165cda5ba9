import { describe, expect, test } from "bun:test";
import { createIds } from "../../server/records/ids";
import { sql } from "../../server/storage/sql";
import { visitDeclared } from "../../server/visits/declared";
import { visitOf } from "../../server/visits/visit-events";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { visit } from "../support/features/visitor";
import { chromeAgent, computed, onlySession, sessionsOf, startFrom, TabByHand, visitedPage } from "../support/features/visits";
import { until, wakeRunners } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";

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

  test("input within half a second of the load is a scanner's; text that somebody typed is a person's", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    await tab.send(499, [tab.event("s", 0, "", 0), tab.event("i", 499)]);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "scanner", kindReasons: ["input_too_soon"] });
    await tab.send(9_000, [tab.event("k", 8_000)]);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ kind: "person", kindReasons: ["text_typed"] });
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

  test("no address is stored, of whatever visit", async () => {
    const { db } = service();
    const rows = await db.all<{ data: string }>(sql`SELECT visit_key || load_key || data AS data FROM visit_events`);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ data }) => data.includes("203.0.113"))).toEqual([]);
  });
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
