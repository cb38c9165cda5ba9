import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import { MachineRequests } from "../../server/visitors/visits/machine-requests";
import { agentOf } from "../../server/visitors/visits/signals";
import { onBothEngines } from "../support/database/engines";
import { visit } from "../support/features/visitor";
import { computed, onlySession, sessionsOf, TabByHand, visitedPage } from "../support/features/visits";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

onBothEngines("whoever asks for a page and nothing else", (engine) => {
  const service = useService(engine);
  const computedSessions = async (pageId: string) => {
    await computed(service());
    return sessionsOf(service(), pageId);
  };

  const requests: [who: string, method: string, headers: Record<string, string>, kind: string, reason: string][] = [
    ["a crawler", "GET", { "user-agent": "Mozilla/5.0 (compatible; bingbot/2.0)" }, "bot", "agent_is_bot"],
    ["a program without a name", "GET", { "user-agent": "" }, "bot", "agent_is_bot"],
    ["a link checker", "HEAD", {}, "bot", "head_request"],
    ["a browser that loads ahead", "GET", { "sec-purpose": "prefetch" }, "prefetch", "prefetch_header"],
    ["a preview of a message", "GET", { "x-purpose": "preview" }, "prefetch", "prefetch_header"],
  ];
  for (const [who, method, headers, kind, reason] of requests) {
    test(`${who} asks for the page and nothing else: ${kind}, once however often it asks, and shown on request alone`, async () => {
      const { place, path } = await visitedPage(service());
      for (let time = 0; time < 3; time += 1) expect((await visit(service(), path, { method, headers })).status).toBe(200);
      await until(async () => (await computedSessions(place.page_id)).length > 0);
      expect(await onlySession(service(), place.page_id)).toMatchObject({
        kind,
        kindReasons: [reason],
        audienceId: place.audience_id,
      });
      const { items } = await service().api.call("listAudienceSessions", { params: { page_id: place.page_id }, query: {} });
      expect(items).toEqual([]);
    });
  }

  test("who loads a page ahead is a person when they look at it, at once or later", async () => {
    const ahead = { headers: { "sec-purpose": "prefetch" } };
    const { place, path, token } = await visitedPage(service());
    await visit(service(), path, ahead);
    await until(async () => (await computedSessions(place.page_id)).length === 1);
    await visit(service(), `/_foyer/views/${token}.gif`);
    const atOnce = await visitedPage(service());
    await visit(service(), atOnce.path, ahead);
    const tab = new TabByHand(service(), atOnce.token);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    // Noted after all that was asked for before it.
    const last = await visitedPage(service());
    await visit(service(), last.path, ahead);
    await until(async () => (await computedSessions(last.place.page_id)).length === 1);
    const kindsOf = async (pageId: string) => (await sessionsOf(service(), pageId)).map(({ kind }) => kind).sort();
    expect(await kindsOf(place.page_id)).toEqual(["person", "prefetch"]);
    expect(await kindsOf(atOnce.place.page_id)).toEqual(["person"]);
  });

  test("people who ask for a page leave nothing by that alone, nor do machines where recording is off", async () => {
    const { place, path, token } = await visitedPage(service());
    await visit(service(), path);
    await service().api.call("updateSettings", { body: { recording: "off" } });
    await visit(service(), path, { method: "HEAD" });
    // Answered once the settings are read, for which the request before it may still wait.
    await visit(service(), `/_foyer/views/${token}.gif`);
    await service().api.call("updateSettings", { body: { recording: "full" } });
    const other = await visitedPage(service());
    await visit(service(), other.path, { method: "HEAD" });
    await until(async () => (await computedSessions(other.place.page_id)).length === 1);
    expect(await sessionsOf(service(), place.page_id)).toEqual([]);
  });

  test("leaves nothing if its visit would have been noted once recording was off", async () => {
    const { place, path } = await visitedPage(service());
    await visit(service(), path, { method: "HEAD" });
    // Counted among those that wait once an answer came after it.
    await visit(service(), path);
    await service().api.call("updateSettings", { body: { recording: "off" } });
    service().advance(waitMs + 1_000);
    await Bun.sleep(lookMs * 3);
    await service().api.call("updateSettings", { body: { recording: "full" } });
    expect(await computedSessions(place.page_id)).toEqual([]);
  });
});

const dayMs = 86_400_000;
const waitMs = 20_000;
/** How often those that wait are looked at. */
const lookMs = 500;

/** `asked` stands for a request, and `noted` for those that were noted. */
function machinesAt(time: { ms: number }) {
  const noted: string[] = [];
  /** How many were noted in each turn of the event loop. */
  const together = [0];
  const machines = new MachineRequests(
    () => time.ms,
    ({ token, network, agent }) => {
      noted.push([token.tenantId, token.audienceId, network, agent].join(" "));
      if (together.at(-1) === 0) setImmediate(() => together.push(0));
      together[together.length - 1] = (together.at(-1) as number) + 1;
    },
  );
  const sender = (tenantId: string, audienceId: string, network: string | undefined, agent: string) => ({
    token: { tenantId, audienceId, pageId: "", versionId: "", person: "" },
    network,
    agent,
  });
  const ask = (...from: Parameters<typeof sender>) =>
    machines.add({ ...sender(...from), signals: ["head_request"], isAnonymous: false, now: 0 });
  const tell = (...from: Parameters<typeof sender>) => machines.told(sender(...from));
  return { ask, tell, noted, together };
}

test("a machine's requests for a page are noted once a day", async () => {
  const time = { ms: 0 };
  const { ask, noted } = machinesAt(time);
  const askAll = () => {
    ask("t", "a", "192.0.2.1", "checker");
    ask("t", "a", "192.0.2.1", "checker");
    ask("t", "b", "192.0.2.1", "checker");
    ask("t", "a", "192.0.2.2", "checker");
    ask("t", "a", "192.0.2.1", "crawler");
  };
  const once = ["t a 192.0.2.1 checker", "t b 192.0.2.1 checker", "t a 192.0.2.2 checker", "t a 192.0.2.1 crawler"];
  askAll();
  time.ms += waitMs;
  await until(() => noted.length > 0);
  askAll();
  expect(noted).toEqual(once);
  time.ms += dayMs;
  askAll();
  time.ms += waitMs;
  await until(() => noted.length > once.length);
  expect(noted).toEqual([...once, ...once]);
});

test("one that shows the page is noted by what the page tells, and by nothing else", async () => {
  const time = { ms: 0 };
  const { ask, tell, noted } = machinesAt(time);
  ask("t", "a", "192.0.2.1", "renders pages");
  ask("t", "a", "192.0.2.1", "reads pages");
  tell("t", "a", "192.0.2.1", "renders pages");
  time.ms += waitMs;
  await until(() => noted.length > 0);
  expect(noted).toEqual(["t a 192.0.2.1 reads pages"]);
});

test("of a network's flood few are noted, of a tenant's more, and other tenants' go on being noted", async () => {
  const time = { ms: 0 };
  const { ask, noted, together } = machinesAt(time);
  for (let number = 0; number < 1_000; number += 1) ask("t", "a", "192.0.2.1", `agent ${number}`);
  for (let number = 0; number < 10_000; number += 1) ask("t", "a", undefined, `agent ${number}`);
  for (let number = 0; number < 10; number += 1) ask("other", "b", undefined, `agent ${number}`);
  time.ms += waitMs;
  await until(() => noted.length >= 6_010);
  expect(Math.max(...together)).toBeLessThanOrEqual(50);
  const count = (start: string) => noted.filter((name) => name.startsWith(start)).length;
  expect([count("t a 192.0.2.1"), count("t a"), count("other b")]).toEqual([120, 6_000, 10]);
});

test("of a long name only the part that is looked at is remembered", () => {
  const heapBefore = keptBytes();
  const agents = Array.from({ length: 2_000 }, (_, number) =>
    agentOf(new Request("http://pages.test/", { headers: { "user-agent": `bot ${number} ${"x".repeat(15_000)}` } })),
  );
  expect(keptBytes() - heapBefore).toBeLessThan(8_000_000);
  expect(agents.map(({ length }) => length)).toEqual(Array<number>(2_000).fill(1_000));
});

function keptBytes(): number {
  Bun.gc(true);
  return heapStats().heapSize + heapStats().extraMemorySize;
}
