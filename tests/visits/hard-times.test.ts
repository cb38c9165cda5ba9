import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import { campaignKey, ServerProcess } from "../campaigns/server-process";
import { publishPage } from "../support/browser/site";
import { createStorage, onBothEngines, type Storage } from "../support/database/engines";
import { chromeAgent, visit } from "../support/features/visitor";
import {
  computed,
  onlySession,
  startFrom,
  storedEvents,
  TabByHand,
  trackerTokenIn,
  visitedPage,
} from "../support/features/visits";
import { Api } from "../support/service/api";
import { useService } from "../support/service/service";

const isLong = process.env.VISITS === "long";
const kills = isLong ? 10 : 2;
const senders = 16;
const readyMs = 60_000;
const deliveries = 100;

onBothEngines("the service is killed while events come in", (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await createStorage(engine, { hasTables: true });
  });
  afterAll(() => storage?.remove());

  test("what was acknowledged is there once, and becomes sessions after the restart", async () => {
    const acknowledged = new Set<string>();
    let server = new ServerProcess(storage);
    await server.ready(readyMs);
    const { url } = await publishPage({ api: new Api(server.origin, campaignKey), pagesOrigin: server.pagesOrigin }, {});
    const path = new URL(url).pathname;
    for (let kill = 0; kill < kills; kill += 1) {
      const token = trackerTokenIn((await visit(server, path, hostOf(server))).html);
      const sending = Array.from({ length: senders }, () => sendUntilRefused(server, token, acknowledged));
      await Bun.sleep(300 + Math.random() * 500);
      await server.kill();
      await Promise.all(sending);
      server = new ServerProcess(storage);
      await server.ready(readyMs);
    }
    const db = openDatabase(storage);
    const stored = (await storedEvents(db)).map(({ load, seq }) => `${load}.${seq}`);
    const names = new Set(stored);
    expect(acknowledged.size).toBeGreaterThan(100);
    expect([...acknowledged].filter((name) => !names.has(name))).toEqual([]);
    expect(names.size).toBe(stored.length);
    const due = () => db.first(sql`SELECT 1 AS found FROM visits WHERE due_at <= ${Date.now() + 60_000} LIMIT 1`);
    while (await due()) await Bun.sleep(50);
    const counted = await db.first<{ clicks: number; sessions: number }>(sql`
        SELECT sum(total_clicks_count) AS clicks, count(*) AS sessions FROM audience_sessions`);
    expect(Number(counted?.clicks)).toBe(stored.length);
    // On a busy machine a sender may be too late for its first batch.
    expect(Number(counted?.sessions)).toBe(new Set(stored.map((name) => name.split(".")[0])).size);
    await db.close();
    expect(await server.stop()).toBe(0);
  }, 180_000);
});

async function sendUntilRefused(server: ServerProcess, token: string, acknowledged: Set<string>): Promise<void> {
  const load = crypto.randomUUID().replaceAll("-", "");
  for (let seq = 0; ; seq += 5) {
    const events = Array.from({ length: 5 }, (_, index) => [seq + index, "c", 0, "part", "Label", "", ""]);
    const answer = await fetch(`${server.pagesOrigin}/_foyer/visits/${token}`, {
      method: "POST",
      headers: { "user-agent": chromeAgent },
      body: JSON.stringify({ v: load, l: load, n: 0, e: events }),
    }).catch(() => undefined);
    if (answer?.status !== 204) return;
    for (const [number] of events) acknowledged.add(`${load}.${number}`);
  }
}

function hostOf(server: ServerProcess): { host: string } {
  return { host: new URL(server.pagesOrigin).host };
}

describe("while garbage comes in", () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await createStorage("sqlite", { hasTables: true });
  });
  afterAll(() => storage?.remove());

  test("pages are delivered no slower than 1.5 times", async () => {
    const server = new ServerProcess(storage);
    await server.ready(readyMs);
    const { url } = await publishPage({ api: new Api(server.origin, campaignKey), pagesOrigin: server.pagesOrigin }, {});
    const address = `${server.pagesOrigin}${new URL(url).pathname}`;
    const token = trackerTokenIn(await (await fetch(address)).text());
    let sent = 0;
    const sendGarbage = () => {
      const key = `garbage${(sent += 1)}`;
      const events = Array.from({ length: 5 }, (_, seq) => [seq, "c", 0, "x", "y", "", ""]);
      const body = JSON.stringify({ v: key, l: key, n: 0, e: events });
      const options = { method: "POST", headers: { "user-agent": chromeAgent }, body: sent % 10 < 3 ? body.slice(9) : body };
      return fetch(`${server.pagesOrigin}/_foyer/visits/${token}`, options).then((answer) => answer.status);
    };
    /** The median of so many deliveries, in milliseconds. */
    const delivery = async () => {
      const taken: number[] = [];
      for (let index = 0; index < deliveries; index += 1) {
        const from = performance.now();
        await (await fetch(address)).arrayBuffer();
        taken.push(performance.now() - from);
        await Bun.sleep(1);
      }
      return taken.sort((one, other) => one - other)[deliveries / 2] as number;
    };
    await delivery();
    const ratios: number[] = [];
    const statuses = new Set<number>();
    for (let round = 0; round < 8; round += 1) {
      const quiet = await delivery();
      const answers: Promise<number>[] = [];
      const flood = setInterval(() => answers.push(sendGarbage(), sendGarbage()), 5);
      const loud = await delivery();
      clearInterval(flood);
      for (const status of await Promise.all(answers)) statuses.add(status);
      ratios.push(loud / quiet);
    }
    expect(sent).toBeGreaterThan(200);
    expect([...statuses].sort()).toEqual([204, 400]);
    // Others on the machine disturb most rounds; a page that waits for the garbage would wait in every one.
    expect(Math.min(...ratios)).toBeLessThan(1.5);
    expect(await server.stop()).toBe(0);
  });
});

describe("a flood of garbage", () => {
  const service = useService("sqlite", { isClockStopped: true });

  test("in batches as large as can be is limited by its events", async () => {
    await using elsewhere = startFrom(service());
    const { token } = await visitedPage(service());
    const tab = new TabByHand(elsewhere, token, undefined, undefined, { "test-address": "192.0.2.69" });
    const send = async () =>
      (
        await tab.send(
          0,
          Array.from({ length: 50 }, () => tab.event("i", 0)),
        )
      ).status;
    for (let group = 0; group < 15; group += 1) {
      expect(new Set(await Promise.all(Array.from({ length: 20 }, send)))).toEqual(new Set([204]));
    }
    expect(await send()).toBe(429);
    const beside = new TabByHand(elsewhere, token, undefined, undefined, { "test-address": "192.0.2.70" });
    expect((await beside.send(0, [beside.event("s", 0, "", 0)])).status).toBe(204);
  });

  const batches = isLong ? 20_000 : 4_000;

  test(`${batches * 5} events from one address that claims others are limited, and a visitor elsewhere is not`, async () => {
    await using elsewhere = startFrom(service());
    const { place, token } = await visitedPage(service());
    const statuses = new Map<number, number>();
    const before = process.memoryUsage.rss();
    const send = async (sender: number) => {
      for (let index = sender; index < batches; index += senders) {
        const events = Array.from({ length: 5 }, (_, seq) => [seq, "c", 0, "x", "y", "", ""]);
        const body = JSON.stringify({ v: `flood${index}000`, l: `load${index}000`, n: 0, e: events });
        const { status } = await fetch(`${elsewhere.pagesOrigin}/_foyer/visits/${token}`, {
          method: "POST",
          headers: {
            host: "pages.foyer.test",
            "user-agent": chromeAgent,
            "test-address": "192.0.2.66",
            "x-forwarded-for": `10.1.${Math.floor(index / 250) % 4}.${index % 250}`,
          },
          body: index % 10 < 3 ? body.slice(index % 40) : body,
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)));
    expect([...statuses.keys()].sort()).toEqual([204, 400, 429]);
    const taken = (statuses.get(204) ?? 0) + (statuses.get(400) ?? 0);
    expect(taken).toBeLessThanOrEqual(3_000 * 2);
    expect(statuses.get(429)).toBe(batches - taken);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1_048_576);
    const beside = new TabByHand(elsewhere, token, undefined, undefined, { "test-address": "192.0.2.68" });
    expect((await beside.send(0, [beside.event("s", 0, "", 0)])).status).toBe(204);
    const other = await visitedPage(service());
    const tab = new TabByHand(elsewhere, other.token, undefined, undefined, { "test-address": "192.0.2.67" });
    expect((await tab.send(0, [tab.event("s", 0, "", 0)])).status).toBe(204);
    await computed(service());
    expect(await onlySession(service(), other.place.page_id)).toMatchObject({ kind: "person" });
    expect(place.page_id).not.toBe(other.place.page_id);
  }, 300_000);
});
