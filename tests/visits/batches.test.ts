import { describe, expect, spyOn, test } from "bun:test";
import { connect } from "node:net";
import { createIds } from "../../server/records/ids";
import { type Sql, sql, statement } from "../../server/storage/sql";
import { MinuteLimit } from "../../server/visitors/inbox/limits";
import { readBatch } from "../../server/visitors/visits/batch";
import { EventRecorder } from "../../server/visits/record-events";
import { maxEvents } from "../../server/visits/session-rules";
import { visitOf } from "../../server/visits/visit-events";
import { onBothEngines } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { tenantIdOf } from "../support/database/rows";
import { computed, onlySession, sendBatch, storedEvents, TabByHand, visitedPage } from "../support/features/visits";
import { useService } from "../support/service/service";

describe("a batch of events", () => {
  const service = useService("sqlite", { runsJobs: false });

  test("is one insertion of events and one of the visit, and nothing is read", async () => {
    const { token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    const batch = () =>
      tab.send(
        9,
        Array.from({ length: 5 }, () => tab.event("c", 0, "part", "Label", "", "")),
      );
    await batch();
    const { db } = service();
    const { first, all, transaction } = db;
    const statements: string[] = [];
    const noting = <Asked extends (query: Sql) => unknown>(ask: Asked) =>
      ((query: Sql) => {
        statements.push(query.pieces.join("?").trim().split("\n")[0] as string);
        return ask(query);
      }) as Asked;
    const noted: typeof transaction = (work) =>
      transaction((tx) => work({ ...tx, first: noting(tx.first), all: noting(tx.all), run: noting(tx.run) }));
    Object.assign(db, { first: noting(first), all: noting(all), transaction: noted });
    try {
      expect((await batch()).status).toBe(204);
    } finally {
      Object.assign(db, { first, all, transaction });
    }
    expect(statements.map((text) => text.split(" (")[0])).toEqual(["INSERT INTO visit_events", "INSERT INTO visits"]);
  });

  test("beyond what its network, its audience or its tenant may send in a minute is refused before it is read", async () => {
    const { db, api } = service();
    const { token, place } = await visitedPage(service());
    const limits: [perMinute: number, key: string][] = [
      [3_000, "2001:db8:0:7"],
      [12_000, place.audience_id],
      [600_000, await tenantIdOf(db, api)],
    ];
    const body = JSON.stringify({ v: "visit1234", l: "load12345", n: 0, e: [[0, "s", 0, "", 0]] });
    const peers = { requestIP: () => ({ address: "2001:db8:0:7::9" }) };
    const send = async () => {
      const options = { method: "POST", headers: { host: "pages.foyer.test" }, body };
      const request = new Request(`http://pages.foyer.test/_foyer/visits/${token}`, options);
      const { status } = await service().service.visitors.answer(request, peers);
      return [status, request.bodyUsed] as const;
    };
    for (const [used, [perMinute]] of limits.entries()) {
      const asked: typeof limits = [];
      const taking = spyOn(MinuteLimit.prototype, "take").mockImplementation(function (this: MinuteLimit, key) {
        asked.push([this.perMinute, key]);
        return this.perMinute !== perMinute;
      });
      try {
        const { texts } = await recordQueries(db, async () => expect(await send()).toEqual([429, false]));
        expect([asked, texts.size]).toEqual([limits.slice(0, used + 1), 0]);
      } finally {
        taking.mockRestore();
      }
    }
    expect(await send()).toEqual([204, true]);
  });
});

onBothEngines("events of many visits", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("are written once, without a deadlock, when several processes are told them at the same time in other orders", async () => {
    const { db, api, clock } = service();
    const { place } = await visitedPage(service());
    const tenantId = await tenantIdOf(db, api);
    const page = { tenantId, audienceId: place.audience_id, pageId: place.page_id, versionId: "version", person: "" };
    const newId = createIds(Date.now);
    const now = clock();
    const recorders = Array.from({ length: 4 }, () => new EventRecorder(db, clock));
    const visits = Array.from({ length: 400 }, (_, index) => visitOf(page, `visit${index}`, false));
    const retries = () => db.gauges().postgres_transaction_retries_total ?? 0;
    const before = retries();
    await Promise.all(
      recorders.flatMap((recorder, process) =>
        (process % 2 === 0 ? visits : visits.toReversed()).map((visit) => {
          const event = { visit_key: visit.visitKey, load_key: "view", seq: 0, type: "view" as const, at_ms: 0, sent_ms: 0 };
          return recorder.record(
            { tenantId, now, newId, dialect: db.dialect },
            [visit],
            [{ ...event, received_at: now, data: "{}" }],
          );
        }),
      ),
    );
    expect(retries()).toBe(before);
    for (const table of ["visits", "visit_events"]) {
      const row = await db.first<{ count: number }>(
        sql`SELECT count(*) AS count FROM ${statement(table)} WHERE tenant_id = ${tenantId}`,
      );
      expect(Number(row?.count)).toBe(visits.length);
    }
  });
});

onBothEngines("a tab that never heard of an answer", (engine) => {
  const service = useService(engine);

  test("sends its events again with later ones, and each counts once", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    const clicks = (count: number) => Array.from({ length: count }, () => tab.event("c", 0, "part", "Label", "", ""));
    const [first, second] = [clicks(12), clicks(9)];
    tab.seq += 5; // What it could not keep.
    const third = clicks(2);
    for (const batch of [first, first, [...first, ...second], [...second.slice(3), ...third], third])
      expect((await tab.send(9, batch)).status).toBe(204);
    const stored = await storedEvents(service().db);
    const sent = [...first, ...second, ...third].map(([seq]) => seq);
    expect([...new Set(stored.map(({ seq }) => seq))].sort((one, other) => one - other)).toEqual(sent);
    await computed(service());
    expect((await onlySession(service(), place.page_id)).totalClicksCount).toBe(sent.length);
    const rows = await service().db.all(sql`SELECT 1 AS found FROM visit_events`);
    expect(rows.length).toBeLessThan(sent.length / 2);
  });

  test("does not fail for what it sent again: events count once, however often they were sent", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    const sent = Array.from({ length: maxEvents * 0.6 }, () => tab.event("c", 0, "part", "Label", "", ""));
    for (const from of [0, 3])
      for (let at = from; at < sent.length; at += 50) expect((await tab.send(0, sent.slice(at, at + 50))).status).toBe(204);
    expect((await storedEvents(service().db, place.page_id)).length).toBeGreaterThan(maxEvents);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({
      computationStatus: "pending",
      totalClicksCount: sent.length,
    });
  });

  test("has failed when its batches hold more events than anybody causes", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    const batch = () => Array.from({ length: 50 }, () => tab.event("k", 0));
    for (let sent = 0; sent <= maxEvents; sent += 50) expect((await tab.send(0, batch())).status).toBe(204);
    const { place: otherPlace, token: otherToken } = await visitedPage(service());
    const other = new TabByHand(service(), otherToken);
    await other.send(0, [other.event("s", 0, "", 0), other.event("k", 0)]);
    await computed(service());
    expect(await onlySession(service(), place.page_id)).toMatchObject({ computationStatus: "failed" });
    expect(await onlySession(service(), otherPlace.page_id)).toMatchObject({ computationStatus: "pending", kind: "person" });
  });
});

describe("what a page sends", () => {
  const service = useService("sqlite");

  test("is refused when the tracker would not send it", async () => {
    const { token } = await visitedPage(service());
    const whole = { v: "visit0000", l: "load00000", n: 5, e: [[0, "s", 0, "", 0]] };
    const wrong: unknown[] = [
      "",
      "{",
      "null",
      [],
      { ...whole, v: "../etc" },
      { ...whole, l: "" },
      { ...whole, n: -1 },
      { ...whole, n: "5" },
      { ...whole, e: [] },
      { ...whole, e: {} },
      { ...whole, e: Array(51).fill([0, "s", 0, "", 0]) },
      { ...whole, e: [[0, "constructor", 0]] },
      { ...whole, e: [[0.5, "s", 0, "", 0]] },
      { ...whole, e: [[0, "s", 6, "", 0]] },
      { ...whole, e: [[0, "t", 3, 2]] },
      { ...whole, e: [[0, "d", 3, 101]] },
      "x".repeat(20_000),
    ];
    for (const batch of wrong) expect([batch, (await sendBatch(service(), token, batch)).status]).toEqual([batch, 400]);
    expect(await service().db.all(sql`SELECT 1 AS found FROM visit_events LIMIT 1`)).toEqual([]);
  });

  test("is taken from a tab that was opened months ago, and makes a visit of today", async () => {
    const { place, token } = await visitedPage(service());
    const tab = new TabByHand(service(), token);
    const openMs = 100 * 86_400_000;
    const now = service().clock();
    expect((await tab.send(openMs, [tab.event("s", openMs, "", 0), tab.event("k", openMs)])).status).toBe(204);
    await computed(service());
    const { sessionStartedAt, kind } = await onlySession(service(), place.page_id);
    expect(kind).toBe("person");
    expect(Number(sessionStartedAt)).toBeWithin(now, now + 60_000);
  });

  test("has no campaign with an e-mail address in it, however often the address is escaped", () => {
    const search =
      "?utm_source=jane@a.example&utm_term=jane%40a.example&utm_content=jane%2540a.example&utm_campaign=jane%252540a.example&utm_medium=mail";
    const batch = { v: "visit0000", l: "load00000", n: 0, e: [[0, "s", 0, search, 0]] };
    const { utm } = JSON.parse(readBatch(JSON.stringify(batch), false)?.events[0]?.data ?? "{}");
    expect(utm).toEqual({ medium: "mail" });
  });

  test("has a page's texts on one line, without what can't be stored", () => {
    const texts = {
      "Book a demo": "Book a demo",
      "": "",
      " ": "",
      "  Book \n\ta  demo ": "Book a demo",
      "Bo\0ok": "Book",
      "A\ud83d": "A\ufffd",
      "Über uns": "Über uns",
      [`${"a".repeat(199)} b`]: "a".repeat(199),
      ["a".repeat(201)]: "a".repeat(200),
    };
    for (const [label, stored] of Object.entries(texts)) {
      const batch = { v: "visit0000", l: "load00000", n: 0, e: [[0, "c", 0, "book", label, "", ""]] };
      expect(JSON.parse(readBatch(JSON.stringify(batch), false)?.events[0]?.data ?? "{}").label).toBe(stored);
    }
  });

  test("is in the log and in the metrics once, without what tells whose page it was", async () => {
    const { token } = await visitedPage(service());
    const counted = async () => {
      const text = await (await fetch(`${service().origin}/metrics`)).text();
      return Number(/foyer_visitor_requests_total\{route="\/_foyer\/visits\/\*",status="204"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await counted();
    service().log.flush();
    service().logged.length = 0;
    const tab = new TabByHand(service(), token);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    service().log.flush();
    const lines = service()
      .logged.join("")
      .split("\n")
      .filter((line) => line.includes("/_foyer/visits"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"message":"visitor request","method":"POST","route":"/_foyer/visits/*","status":204');
    expect(service().logged.join("")).not.toContain(token);
    expect((await counted()) - before).toBe(1);
  });

  test("is refused when it breaks off, and that is no failure of the service", async () => {
    const { token } = await visitedPage(service());
    service().log.flush();
    service().logged.length = 0;
    const { port, hostname } = new URL(service().pagesOrigin);
    for (const path of [`/_foyer/visits/${token}`, "/_foyer/forms"]) {
      const type = "content-type: application/x-www-form-urlencoded";
      const head = `POST ${path} HTTP/1.1\r\nhost: pages.foyer.test\r\n${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
      const broken = connect(Number(port), hostname);
      await new Promise<void>((resolve) => broken.write(`${head}5\r\nhello\r\n`, () => resolve()));
      await Bun.sleep(100);
      broken.destroy();
    }
    const lines = () => service().logged.join("").split("\n").filter(Boolean);
    while (lines().filter((line) => line.includes("visitor request")).length < 2) {
      await Bun.sleep(20);
      service().log.flush();
      if (lines().some((line) => line.includes('"level":"error"'))) break;
    }
    expect(lines().filter((line) => line.includes('"level":"error"'))).toEqual([]);
    expect(lines().filter((line) => /"status":4\d\d/.test(line))).toHaveLength(2);
  });
});
