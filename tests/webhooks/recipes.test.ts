import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { type EventType, events, eventTypes } from "../../contract/events/events";
import { recordEvent } from "../../server/events/record";
import { createIds } from "../../server/records/ids";
import { tenantIdOf } from "../support/database/rows";
import { computed, TabByHand, visitedPage } from "../support/features/visits";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

const root = join(import.meta.dir, "../..");

const running: Bun.Subprocess[] = [];

function run(recipe: string, environment: Record<string, string>, stderr: "inherit" | "pipe" = "inherit") {
  const child = Bun.spawn([process.execPath, `docs/recipes/${recipe}.ts`], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdout: "pipe",
    stderr,
  });
  running.push(child);
  return child;
}

/** Each recipe as it is, against a real server and a stand-in for the other side. */
describe("the recipes", () => {
  const service = useService("sqlite", { outgoingRules: localReceivers });
  const folder = mkdtempSync(join(tmpdir(), "foyer-test-"));
  let standIn: Receiver;
  beforeAll(async () => {
    standIn = await Receiver.start();
  });
  afterAll(async () => {
    // A failed test leaves its recipe running.
    for (const child of running) child.kill();
    await standIn.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const originOf = (receiver: Receiver) => new URL(receiver.url).origin;

  /** A form as a visitor sends it. */
  async function submitForm(name: string, externalId: string | null = null): Promise<void> {
    const { api, db } = service();
    const newId = createIds(Date.now);
    const [audienceId, pageId] = [newId("audience"), newId("page")];
    const tenantId = await tenantIdOf(db, api);
    const data = {
      submissionId: newId("submission"),
      audienceId,
      pageId,
      externalId,
      versionId: newId("version"),
      personId: null,
      accountId: null,
    };
    const form = { ...data, formId: "form_default", actionId: null, values: { name } } as never;
    await db.transaction((tx) =>
      recordEvent({ db: tx, tenantId, now: Date.now(), newId, actor: "visitor" }, "form.submitted", audienceId, form),
    );
  }

  /** A visit from its beginning to its end. Returns whose page it was. */
  async function visitPage(externalId: string): Promise<void> {
    const { token } = await visitedPage(service(), {}, { externalId });
    const tab = new TabByHand(service(), token);
    await tab.send(0, [tab.event("s", 0, "", 0)]);
    service().advance(20_000);
    await tab.send(20_000, [tab.event("t", 0, 20_000)]);
    await computed(service());
    service().advance(31 * 60_000);
    await computed(service());
  }

  async function startLeads(secret: string, stderr?: "pipe") {
    const child = run("leads-to-slack", { FOYER_WEBHOOK_SECRET: secret, SLACK_WEBHOOK_URL: standIn.url, PORT: "0" }, stderr);
    const output = new TextDecoder().decode((await child.stdout.getReader().read()).value);
    return { child, url: `http://127.0.0.1:${/\d+/.exec(output)?.[0]}/` };
  }

  test("leads to Slack", async () => {
    const { api } = service();
    const body = { url: "https://later.example", events: ["form.submitted"] };
    const { secret, subscriptionId } = await api.call("createWebhookSubscription", { body });
    const { child, url } = await startLeads(secret as string);
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(400);
    await api.call("updateWebhookSubscription", { params: { subscription_id: subscriptionId }, body: { url } });
    await submitForm("Ada <b>");
    const [announced] = await standIn.has(1);
    expect(JSON.parse(announced?.body as string).text).toContain("• *name*: Ada &lt;b&gt;");
    child.kill();
    await child.exited;
  });

  test("leads to Slack, though a name comes in two pieces", async () => {
    const secret = `whsec_${Buffer.from("a secret of twenty-four b").toString("base64")}`;
    const { child, url } = await startLeads(secret);
    const before = standIn.delivered.length;
    const data = { pageId: "page_1", values: { name: "Zoë" } };
    const body = JSON.stringify({ type: "form.submitted", timestamp: `+${Date.now()}`, data });
    const now = new Date();
    const headers = {
      "webhook-id": "event_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign("event_1", now, body),
    };
    expect(await postInTwo(url, headers, body, "ë")).toStartWith("HTTP/1.1 204");
    const announced = (await standIn.has(before + 1))[before];
    expect(JSON.parse(announced?.body as string).text).toContain("• *name*: Zoë");
    await postInTwo(standIn.url, {}, body, "ë");
    expect(standIn.delivered.at(-1)?.body).toBe(body);
    child.kill();
    await child.exited;
  });

  test("visits to a CRM's timeline, and on from where it was stopped", async () => {
    const { api, origin } = service();
    const crm = await Receiver.start();
    const environment = {
      FOYER_URL: origin,
      FOYER_KEY: api.key,
      CRM_URL: originOf(crm),
      STATE_FOLDER: join(folder, "timeline"),
    };
    const first = run("visits-to-crm", environment);
    await submitForm("One");
    const positionFile = join(environment.STATE_FOLDER, "position");
    const noted = () => (existsSync(positionFile) ? Number(readFileSync(positionFile, "utf8")) : 0);
    const newest = async () => (await api.call("listEvents", { query: { type: "form.submitted" } })).items[0]?.position;
    await until(async () => noted() >= ((await newest()) ?? Number.POSITIVE_INFINITY));
    first.kill();
    await first.exited;
    const seen = crm.delivered.length;
    await visitPage("deal-1");
    // The form is sent at another clock's time, so their order is certain only once the visit has its position.
    const ended = async () => (await api.call("listEvents", { query: { type: "audience_session.completed" } })).items[0];
    await until(async () => ((await ended())?.position ?? null) !== null);
    await submitForm("Two", "deal-2");
    const second = run("visits-to-crm", environment);
    await crm.has(seen + 2);
    second.kill();
    await second.exited;
    const keys = crm.delivered.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(keys.length);
    const [visited, sent] = crm.delivered.slice(-2).map(({ body }) => JSON.parse(body) as { contact: string; title: string });
    expect(visited).toMatchObject({ contact: "deal-1", title: "Visited the page for 20 s; questions: 0" });
    expect(sent).toMatchObject({ contact: "deal-2", title: "Sent a form" });
    await crm.stop();
  });

  test("say which settings are missing, and what went wrong with a delivery", async () => {
    for (const recipe of ["leads-to-slack", "nightly-sync", "visits-to-crm"]) {
      const child = run(recipe, { FOYER_URL: "http://127.0.0.1", FOYER_WEBHOOK_SECRET: "not one of Foyer's" }, "pipe");
      expect(await child.exited).toBe(2);
      const missing = recipe === "leads-to-slack" ? "SLACK_WEBHOOK_URL" : "FOYER_KEY, CRM_URL, STATE_FOLDER";
      expect(await new Response(child.stderr as ReadableStream).text()).toStartWith(`Set ${missing}, as`);
    }
    const { child, url } = await startLeads("not one of Foyer's", "pipe");
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(500);
    child.kill();
    expect(await new Response(child.stderr as ReadableStream).text()).toContain("secret is missing or not one of Foyer's");
  });

  test("a nightly sync, whose repetition brings nothing twice, and nobody back who was erased", async () => {
    const { api, origin } = service();
    const crm = await Receiver.start();
    const contacts = [{ email: "ada@acme.example", name: "Ada" }, { email: "bob@acme.example", name: "Bob" }]; // biome-ignore format: short
    crm.answering = (_, response) => response.end(JSON.stringify(contacts));
    const state = { STATE_FOLDER: join(folder, "sync") };
    const sync = async () => {
      const child = run("nightly-sync", { FOYER_URL: origin, FOYER_KEY: api.key, CRM_URL: originOf(crm), ...state });
      expect(await child.exited).toBe(0);
      return crm.delivered
        .splice(0)
        .filter(({ path }) => path.startsWith("/persons/"))
        .map(({ method, path, headers }) => ({ change: `${method} ${path}`, key: headers["idempotency-key"] }));
    };
    const brought = await sync();
    await until(async () => (await api.call("listEvents", { query: { after: 0, type: "person.created" } })).items.length === 2);
    for (let count = 0; count < 2; count += 1) brought.push(...(await sync()));
    expect(brought.length).toBeGreaterThanOrEqual(2);
    expect(new Set(brought.map(({ key }) => key)).size).toBe(brought.length);
    const { items } = await api.call("listPersons", { query: { query: "Ada" } });
    const personId = items[0]?.personId as string;
    await api.call("deletePerson", { params: { person_id: personId } });
    await until(async () => (await api.call("listEvents", { query: { after: 0, type: "person.deleted" } })).items.length === 1);
    expect((await sync()).map(({ change }) => change)).toContain(`DELETE /persons/${personId}`);
    await sync();
    expect((await api.call("listPersons", {})).items.map(({ name }) => name)).toEqual(["Bob"]);
    await crm.stop();
  });

  test("a nightly sync that brings everybody but those whom Foyer refuses, and says who they are", async () => {
    const { api, origin } = service();
    const crm = await Receiver.start();
    const contacts = [
      { id: "7", email: "not an address", name: "Carl" },
      { id: "8", email: null, name: "Dora" },
      { id: "9", email: "emil@acme.example", name: "" },
      { id: "10", email: "fay@acme.example", name: "Fay" },
    ];
    crm.answering = (_, response) => response.end(JSON.stringify(contacts));
    const state = { STATE_FOLDER: join(folder, "sync-2") };
    const child = run("nightly-sync", { FOYER_URL: origin, FOYER_KEY: api.key, CRM_URL: originOf(crm), ...state }, "pipe");
    expect(await child.exited).toBe(1);
    const said = await new Response(child.stderr as ReadableStream).text();
    expect(said.match(/^Contact .+: \w+\.\w+/gm)).toEqual([
      "Contact 7 is not brought: path.email",
      "Contact 9 is not brought: body.name",
    ]);
    expect((await api.call("listPersons", { query: { query: "Fay" } })).items).toHaveLength(1);
    await crm.stop();
  });
});

/** Sends the body in two pieces, the first of which ends within `cut`. Returns the beginning of the answer. */
async function postInTwo(url: string, headers: Record<string, string>, body: string, cut: string): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  const bytes = Buffer.from(body);
  const at = bytes.indexOf(cut) + 1;
  const socket = connect(Number(port), hostname);
  const answer = once(socket, "data");
  const lines = Object.entries({ host: hostname, "content-length": bytes.length, ...headers }).map((line) => line.join(": "));
  socket.write(Buffer.concat([Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`), bytes.subarray(0, at)]));
  await Bun.sleep(100);
  socket.write(bytes.subarray(at));
  const [piece] = await answer;
  socket.destroy();
  return String(piece);
}

interface Sample {
  type: EventType;
  data: Record<string, unknown>;
}

/** Moments that a record has only once something has happened to it. */
const endings = ["archivedAt", "cancelledAt", "deletedAt", "revokedAt", "trashedAt"];
const beginnings = /\.(created|restored|updated)$/;

describe("the made-up event that a test of a subscription sends", () => {
  const service = useService("sqlite", { outgoingRules: localReceivers });
  let receiver: Receiver;
  let samples: Sample[];

  beforeAll(async () => {
    receiver = await Receiver.start();
    const { api } = service();
    const body = { url: receiver.url, events: ["form.submitted"] };
    const { subscriptionId } = await api.call("createWebhookSubscription", { body });
    for (const eventType of eventTypes) {
      await api.call("testWebhookSubscription", { params: { subscription_id: subscriptionId }, body: { eventType } });
    }
    samples = (await receiver.has(eventTypes.length)).map(({ body }) => JSON.parse(body) as Sample);
  });
  afterAll(() => receiver.stop());

  test("comes for every type, with the data that the type declares", () => {
    expect(samples.map(({ type }) => type).sort()).toEqual(eventTypes.toSorted());
    for (const { type, data } of samples) expect([type, events[type]().safeParse(data).error]).toEqual([type, undefined]);
  });

  test("leaves nothing out", () => {
    for (const { type, data } of samples) expect([type, placeholdersIn(data)]).toEqual([type, []]);
  });

  test("says of a record what has just happened to it", () => {
    for (const { type, data } of samples) {
      const own = `${type.split(".").at(-1)}At`;
      if (own in data) expect([type, data[own]]).toEqual([type, expect.stringMatching(/^\+\d+$/)]);
      const over = beginnings.test(type) ? endings.filter((name) => (data[name] ?? null) !== null) : [];
      expect([type, over]).toEqual([type, []]);
    }
  });

  test("gives the reason for which a subscription is disabled by such an answer", () => {
    const data = samples.find(({ type }) => type === "webhook_subscription.disabled")?.data;
    expect(data).toMatchObject({ reason: data?.status === 410 ? "gone" : "failing" });
  });
});

/** Paths of dots in place of a text, and of objects without fields. */
function placeholdersIn(value: unknown, path = "data"): string[] {
  if (typeof value === "string") return value.includes("…") || value === "" ? [path] : [];
  if (value === null || typeof value !== "object") return [];
  const entries = Object.entries(value);
  if (entries.length === 0 && !Array.isArray(value)) return [path];
  return entries.flatMap(([name, part]) => placeholdersIn(part, `${path}.${name}`));
}
