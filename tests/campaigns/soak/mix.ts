import type { Caller } from "./caller";

// How many records each caller keeps: a table that grows is not a leak, and must not look like one.
const maxPersons = 60;
const maxEntries = 40;
const maxLogs = 40;
const knownKeys = 20;
const upsertedPersons = 10;
const upsertedAudiences = 10;
const domains = 50;
const tooLarge = "x".repeat(1_048_577);

interface Replayable {
  idempotencyKey: string;
  body: unknown;
  personId: string;
}

/** One caller: each turn another request, with weights like those of a CRM sync beside a console. */
export async function mixedRequests(caller: Caller, number: number): Promise<() => Promise<void>> {
  const { random, statistics } = caller;
  const persons: string[] = [];
  const entries: string[] = [];
  const logs: string[] = [];
  const replayable: Replayable[] = [];
  const read = (what: string, path: string, status = 200) => caller.ask(what, path, { status: [status] });
  const post = (what: string, path: string, body: unknown, status = 201) =>
    caller.ask(what, path, { method: "POST", body, status: [status] });
  const remove = (what: string, path: string) => caller.ask(what, path, { method: "DELETE", status: [200] });

  const account = await post("create an account", "/v0/accounts", { domain: `caller-${number}.test` });
  const topic = await post("create a topic", "/v0/topics", { title: `Topic ${number}` });
  const accountPath = `/v0/accounts/${account?.accountId}`;
  const topicPath = `/v0/topics/${topic?.topicId}`;
  const page = await post("create a page", "/v0/pages", pageOf(number));
  const audiencesPath = `/v0/pages/${page?.pageId}/audiences`;
  const audiences: string[] = [];
  await createPerson();
  await upsertAudience();

  const mix: readonly [weight: number, request: () => Promise<unknown>][] = [
    [30, () => read("read a person", `/v0/persons/${random.pick(persons)}`)],
    [8, () => read("list persons", `/v0/persons?limit=${1 + random.below(100)}`)],
    [2, () => read("list accounts", "/v0/accounts?limit=3")],
    [3, () => read("read an account", accountPath)],
    [3, () => read("list log entries", `${accountPath}/logs`)],
    [2, () => read("list topics", "/v0/topics?limit=2")],
    [2, () => read("list events", "/v0/events?limit=20")],
    [6, () => read("read an audience", `${audiencesPath}/${random.pick(audiences)}`)],
    [2, () => read("list audiences", `${audiencesPath}?limit=5`)],
    [1, () => read("see a page as an audience does", `${audiencesPath}/${random.pick(audiences)}/effective`)],
    [3, upsertAudience],
    [2, () => post("build a version", `${audiencesPath}/${random.pick(audiences)}/versions`, {})],
    [8, createPerson],
    [8, updatePerson],
    [3, upsertPerson],
    [6, addLog],
    [4, addEntry],
    [2, createWithKey],
    [4, replay],
    [2, () => post("broken JSON", "/v0/persons", '{"name":', 400)],
    [3, () => post("wrong fields", "/v0/persons", { nmae: "Ada", email: "?" }, 422)],
    [2, () => read("a person who is not there", "/v0/persons/person_none", 404)],
    [1, () => read("an unknown path", `/v0/nothing/${random.below(1_000)}`, 404)],
    [2, () => caller.ask("no key", "/v0/persons", { key: null, status: [401] })],
    // Guesses are refused for the rest of a minute once there are too many.
    [1, () => caller.ask("a wrong key", "/v0/persons", { key: crypto.randomUUID(), status: [401, 429] })],
    [0.1, () => post("a body that is too large", "/v0/persons", tooLarge, 413)],
    [0.5, () => read("ready", "/readyz")],
    [0.2, () => read("metrics", "/metrics")],
    [2, () => caller.abort("/v0/persons?limit=100")],
    [2, () => caller.cut("/v0/persons")],
  ];
  const weights = mix.reduce((sum, [weight]) => sum + weight, 0);

  return async () => {
    let rest = random.next() * weights;
    const [, request] = mix.find(([weight]) => (rest -= weight) < 0) ?? mix[0]!;
    await request();
  };

  async function createPerson() {
    const body = { name: `Ada ${random.below(1_000_000)}`, email: `ada@soak-${random.below(domains)}.test` };
    const created = await post("create a person", "/v0/persons", body);
    if (created) await keepPerson(created.personId as string);
  }

  async function keepPerson(personId: string) {
    persons.push(personId);
    if (persons.length <= maxPersons) return;
    const oldest = persons.shift();
    const erased = replayable.findIndex((request) => request.personId === oldest);
    if (erased >= 0) replayable.splice(erased, 1);
    await remove("erase a person", `/v0/persons/${oldest}`);
  }

  function updatePerson() {
    const body = { phoneNumber: `+49${random.below(1_000_000_000)}`, domain: `soak-${random.below(domains)}.test` };
    return caller.ask("update a person", `/v0/persons/${random.pick(persons)}`, { method: "PATCH", body, status: [200] });
  }

  function upsertPerson() {
    const path = `/v0/persons/by_email/caller-${number}-${random.below(upsertedPersons)}@upsert.test`;
    const body = { name: `Grace ${random.below(1_000)}` };
    return caller.ask("upsert a person", path, { method: "PUT", body, status: [200, 201] });
  }

  async function upsertAudience() {
    const path = `${audiencesPath}/by_external_id/${random.below(upsertedAudiences)}`;
    const body = { customName: `Audience ${random.below(1_000)}` };
    const audience = await caller.ask("upsert an audience", path, { method: "PUT", body, status: [200, 201] });
    const audienceId = audience?.audienceId as string | undefined;
    if (audienceId !== undefined && !audiences.includes(audienceId)) audiences.push(audienceId);
  }

  async function addLog() {
    const body = { source: "crm", type: "call", payload: { minutes: random.below(60), note: "n".repeat(random.below(500)) } };
    const log = await post("add a log entry", `${accountPath}/logs`, body);
    if (log && logs.push(log.accountLogId as string) > maxLogs) {
      await remove("delete a log entry", `${accountPath}/logs/${logs.shift()}`);
    }
  }

  async function addEntry() {
    const body = { content: { type: "text", content: "t".repeat(random.below(500)) } };
    const entry = await post("add a topic entry", `${topicPath}/entries`, body);
    if (entry && entries.push(entry.topicEntryId as string) > maxEntries) {
      await remove("delete a topic entry", `${topicPath}/entries/${entries.shift()}`);
    }
  }

  async function createWithKey() {
    const idempotencyKey = crypto.randomUUID();
    const body = { name: "Idempotent Ida", email: `ida@soak-${random.below(domains)}.test` };
    const created = await caller.ask("create with a key", "/v0/persons", { method: "POST", body, idempotencyKey, status: [201] });
    if (!created) return;
    replayable.push({ idempotencyKey, body, personId: created.personId as string });
    if (replayable.length > knownKeys) replayable.shift();
    await keepPerson(created.personId as string);
  }

  async function replay() {
    if (replayable.length === 0) return createWithKey();
    const { idempotencyKey, body, personId } = random.pick(replayable);
    const again = await caller.ask("replay", "/v0/persons", { method: "POST", body, idempotencyKey, status: [201] });
    if (again && again.personId !== personId) statistics.unexpected("replay: another person");
  }
}

function pageOf(number: number) {
  const action = { purpose: "Talk", buttonTitle: "Book a call", actionType: "url", url: "https://example.com/book" };
  return { name: `Page ${number}`, pageContext: "Soak", brandId: "", actions: [action], actionCardWidgets: [], scripts: [] };
}
