import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, type ClientOptions, createClient, FoyerError, FoyerUnreachable } from "../client";
import { operations } from "../contract";
import { onBothEngines } from "./support/engines";
import { svg } from "./support/images";
import { freePort } from "./support/postgres";
import { useService } from "./support/service";

onBothEngines("the client", (engine) => {
  const service = useService(engine);
  let network: Network;
  let foyer: Client;

  beforeEach(async () => {
    network = await Network.before(service().origin);
    foyer = createClient({ url: network.origin, apiKey: service().api.key });
  });
  afterEach(() => network.close());

  test("reads back what it created", async () => {
    const ada = await foyer.createPerson({ body: { name: "Ada Lovelace", email: "ada@acme.com" } });
    expect(await foyer.getPerson({ params: { person_id: ada.personId } })).toEqual(ada);
    const upserted = await foyer.upsertPersonByEmail({ params: { email: "ada@acme.com" }, body: { name: "Ada King" } });
    expect(upserted).toMatchObject({ personId: ada.personId, name: "Ada King" });
    expect((await foyer.listAccounts({ query: { domain: "acme.com" } })).items).toHaveLength(1);
    const { key } = await foyer.createApiKey({ body: { name: "sync", scopes: ["persons:read"] } });
    const reader = createClient({ url: `${network.origin}/`, apiKey: key as string });
    expect((await reader.listPersons()).items[0]?.personId).toBe(ada.personId);
  });

  test("walks a whole list, each item once, and fetches a page only when it is reached", async () => {
    const { topicId } = await foyer.createTopic({ body: { title: "first" } });
    for (let number = 2; number <= 7; number += 1) await foyer.createTopic({ body: { title: `number ${number}` } });
    network.seen.length = 0;
    const titles: string[] = [];
    for await (const topic of foyer.each("listTopics", { query: { limit: 3 } })) titles.push(topic.title);
    expect(titles).toEqual(["first", ...[2, 3, 4, 5, 6, 7].map((number) => `number ${number}`)]);
    expect(network.seen).toHaveLength(3);

    network.seen.length = 0;
    for await (const topic of foyer.each("listTopics", { query: { limit: 3 } })) {
      expect(topic.topicId).toBe(topicId);
      break;
    }
    expect(network.seen).toHaveLength(1);
    expect(await Array.fromAsync(foyer.each("listEvents", { query: { type: "topic.deleted" } }))).toEqual([]);
  });

  test("goes on after 429, 502 and 503", async () => {
    network.faults = [answer(429, "slow down"), answer(503, problem("unavailable", 503)), answer(502, "<h1>Bad gateway</h1>")];
    expect(await foyer.createPerson({ body: { name: "Patience" } })).toMatchObject({ name: "Patience" });
    expect(network.seen).toHaveLength(4);
  });

  test("a lost answer does not make a second record: each try carries the same idempotency key", async () => {
    const before = (await foyer.listPersons()).totalCount as number;
    network.seen.length = 0;
    network.faults = ["close after", "close before", "close after"];
    const person = await foyer.createPerson({ body: { name: "Once" } });
    const keys = network.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect((await foyer.listPersons()).totalCount).toBe(before + 1);

    await foyer.updatePerson({ params: { person_id: person.personId }, body: { name: "Twice" } });
    await foyer.updatePerson({ params: { person_id: person.personId }, body: { name: "Once" } }, { idempotencyKey: "mine" });
    const later = network.seen.slice(-2).map(({ headers }) => headers["idempotency-key"]);
    expect(later).not.toContain(keys[0]);
    expect(later[1]).toBe("mine");
    expect((await foyer.getPerson({ params: { person_id: person.personId } })).name).toBe("Once");
  });

  test("uploads a file with its fields, once, though answers get lost", async () => {
    network.faults = ["close after", "close before"];
    const file = new File([svg], "logo.svg");
    const logo = await foyer.createAsset({ file, body: { tags: ["a", "b"], assetType: "logo" } });
    expect(logo).toMatchObject({ name: "logo.svg", tags: ["a", "b"], data: { type: "logo" } });
    expect(network.seen).toHaveLength(3);
    expect((await foyer.listAssets()).items).toHaveLength(1);
    expect(await foyer.getAsset({ params: { asset_id: logo.assetId } })).toMatchObject({ assetId: logo.assetId });
    const unnamed = await foyer.createAsset({ file: new Blob(["text"]), body: { name: "Notes" } });
    expect(unnamed).toMatchObject({ name: "Notes", data: { type: "custom-component" } });
  });

  test("does not repeat a deletion that would go one step further, when its answer got lost", async () => {
    const { assetId } = await foyer.createAsset({ file: new File([svg], "logo.svg") });
    const params = { asset_id: assetId };
    network.faults = [answer(429, problem("rate_limited", 429)), "close after"];
    network.seen.length = 0;
    expect(await failure(foyer.deleteAsset({ params }))).toBeInstanceOf(FoyerUnreachable);
    expect(network.seen).toHaveLength(2);
    expect(await foyer.getAsset({ params })).toMatchObject({ trashedAt: expect.any(String), deletedAt: null });
  });

  test("a refusal is a FoyerError that says which, why and where", async () => {
    const wrong = await failure(foyer.createPerson({ body: { name: "", email: "nowhere" } }));
    expect(wrong).toBeInstanceOf(FoyerError);
    expect(wrong).toMatchObject({ code: "validation_failed", status: 422, operation: "createPerson" });
    expect((wrong as FoyerError).errors.map(({ location }) => location).sort()).toEqual(["body.email", "body.name"]);
    expect((wrong as FoyerError).requestId).toMatch(/^request_/);

    const { accountId } = await foyer.createAccount({ body: { domain: `${engine}.example` } });
    const taken = await failure(foyer.createAccount({ body: { domain: `${engine}.example` } }));
    expect(taken).toMatchObject({ code: "domain_taken", status: 409, existingId: accountId, errors: [] });
    expect(network.seen).toHaveLength(3);

    const stranger = createClient({ url: network.origin, apiKey: "not-a-key-of-this-service" });
    expect(await failure(stranger.listPersons())).toMatchObject({ code: "invalid_api_key", status: 401 });
  });

  test("bundled for browsers, it runs in Node as it is", async () => {
    const folder = mkdtempSync(join(tmpdir(), "foyer-client-"));
    try {
      const entrypoint = join(import.meta.dir, "../client/index.ts");
      const built = await Bun.build({
        entrypoints: [entrypoint],
        target: "browser",
        format: "esm",
        outdir: folder,
        naming: "client.mjs",
      });
      expect(built.success).toBe(true);
      await Bun.write(
        join(folder, "main.mjs"),
        `import { createClient, FoyerError } from "./client.mjs";
         const foyer = createClient({ url: ${JSON.stringify(network.origin)}, apiKey: process.argv[2] });
         const { personId } = await foyer.createPerson({ body: { name: "Node" } });
         const found = [];
         for await (const person of foyer.each("listPersons", { query: { limit: 2 } })) found.push(person.personId);
         const refused = await foyer.getPerson({ params: { person_id: "nobody" } }).catch((error) => error);
         console.log(JSON.stringify([typeof Bun, found[0] === personId, refused instanceof FoyerError && refused.code]));`,
      );
      network.faults = ["close after"];
      const node = Bun.spawn(["node", join(folder, "main.mjs"), service().api.key], { stdio: ["ignore", "pipe", "inherit"] });
      expect(await new Response(node.stdout).json()).toEqual(["undefined", true, "not_found"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("the client on a bad network", () => {
  const apiKey = "foyer_secret_that_nobody_may_see_0123456789";
  let network: Network;
  const client = (options: Partial<ClientOptions> = {}) => createClient({ url: network.origin, apiKey, ...options });

  beforeAll(async () => {
    network = await Network.before("http://127.0.0.1:1");
  });
  beforeEach(() => {
    network.seen.length = 0;
    network.faults = [];
  });
  afterAll(() => network.close());

  const items = answer(200, JSON.stringify({ items: [], hasMore: false, nextCursor: null, totalCount: 0 }));

  test("waits as long as Retry-After asks", async () => {
    network.faults = [answer(429, problem("rate_limited", 429), { "retry-after": "1" }), items];
    const started = performance.now();
    await client().listPersons();
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_000);

    const date = new Date(Date.now() + 2_000).toUTCString();
    network.faults = [answer(503, problem("unavailable", 503), { "retry-after": date }), items];
    const again = performance.now();
    await client().listPersons();
    expect(performance.now() - again).toBeGreaterThanOrEqual(900);
  });

  test("tries no more often than it may, and no longer", async () => {
    network.faults = Array(9).fill(answer(503, problem("unavailable", 503)));
    expect(await failure(client({ tries: 3 }).listPersons())).toMatchObject({ code: "unavailable" });
    expect(network.seen).toHaveLength(3);

    network.faults = [answer(429, problem("rate_limited", 429), { "retry-after": "30" })];
    const started = performance.now();
    expect(await failure(client({ totalMs: 5_000 }).listPersons())).toMatchObject({ code: "rate_limited" });
    expect(performance.now() - started).toBeLessThan(1_000);

    network.faults = Array(9).fill("hang");
    expect(await failure(client({ totalMs: 400, timeoutMs: 5_000 }).listPersons())).toBeInstanceOf(FoyerUnreachable);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test("gives up on a try that takes too long and makes another", async () => {
    network.faults = ["hang", items];
    expect((await client({ timeoutMs: 150 }).listPersons()).items).toEqual([]);
    expect(network.seen).toHaveLength(2);
  });

  test("what the caller aborts ends at once, within a try and between two", async () => {
    for (const fault of ["hang", answer(503, problem("unavailable", 503), { "retry-after": "20" })] as Fault[]) {
      network.seen.length = 0;
      network.faults = [fault, items];
      const controller = new AbortController();
      const started = performance.now();
      setTimeout(() => controller.abort(new Error("changed my mind")), 100);
      expect(await failure(client().listPersons({}, { signal: controller.signal }))).toMatchObject({
        message: "changed my mind",
      });
      expect(performance.now() - started).toBeLessThan(1_000);
      expect(network.seen).toHaveLength(1);
      expect(await failure(client().listPersons({}, { signal: controller.signal }))).toMatchObject({
        message: "changed my mind",
      });
      expect(network.seen).toHaveLength(1);
    }
  });

  test("waits for an earlier try of its own that is still at work, and for nobody else's", async () => {
    const running = answer(409, problem("idempotency_in_progress", 409));
    network.faults = ["close before", running, running, answer(201, `{"personId":"person_1"}`)];
    expect(await client().createPerson({ body: { name: "Ada" } })).toMatchObject({ personId: "person_1" });
    network.faults = [running, items];
    expect(await failure(client().createPerson({ body: { name: "Ada" } }))).toMatchObject({ code: "idempotency_in_progress" });
  });

  test("does not repeat what would end the same, and tells another's answer from Foyer's", async () => {
    const page = "<h1>Welcome to nginx</h1>";
    const refused = problem("internal_error", 500);
    for (const fault of [answer(404, problem("not_found", 404)), answer(500, refused), answer(200, page), answer(404, page)]) {
      network.seen.length = 0;
      network.faults = [fault, items];
      expect(await failure(client().listPersons())).toBeInstanceOf(fault.body === page ? FoyerUnreachable : FoyerError);
      expect(network.seen).toHaveLength(1);
    }
  });

  test("a redirect is not followed, so the key goes nowhere else", async () => {
    const elsewhere = await Network.before("http://127.0.0.1:1");
    network.faults = [answer(307, "", { location: `${elsewhere.origin}/v0/persons` })];
    expect(await failure(client().listPersons())).toBeInstanceOf(FoyerUnreachable);
    expect(elsewhere.seen).toHaveLength(0);
    await elsewhere.close();
  });

  test("no error shows the key", async () => {
    const closed = createClient({ url: `http://127.0.0.1:${await freePort()}`, apiKey, tries: 2 });
    network.faults = [
      answer(401, problem("invalid_api_key", 401)),
      "close before",
      answer(200, "?"),
      answer(307, "", { location: "/" }),
    ];
    const failures = [await failure(closed.createPerson({ body: { name: "Ada" } }))];
    for (let call = 0; call < 4; call += 1)
      failures.push(await failure(client({ tries: 1 }).createPerson({ body: { name: "Ada" } })));
    failures.push(await failure(Promise.resolve().then(() => createClient({ url: network.origin, apiKey: `${apiKey}\n` }))));
    failures.push(await failure(Promise.resolve().then(() => createClient({ url: `http://${apiKey}@foyer.test`, apiKey }))));
    expect(failures.map((error) => (error as Error).name)).toEqual([
      ...["FoyerUnreachable", "FoyerError", "FoyerUnreachable", "FoyerUnreachable", "FoyerUnreachable"],
      ...["TypeError", "TypeError"],
    ]);
    for (const error of failures) {
      expect(Bun.inspect(error) + JSON.stringify(error) + (error as Error).stack).not.toContain(apiKey);
    }
    expect(Bun.inspect(client())).not.toContain(apiKey);
  });

  test("a path parameter can't turn one operation into another", async () => {
    for (const person_id of ["", ".", ".."]) {
      expect(await failure(client().deletePerson({ params: { person_id } }))).toMatchObject({
        message: "deletePerson needs params.person_id",
      });
    }
    network.faults = [items];
    await client().deletePerson({ params: { person_id: "../topics/a?b#c" } });
    expect(network.seen.map(({ url }) => url)).toEqual(["/v0/persons/..%2Ftopics%2Fa%3Fb%23c"]);
  });

  test("there is a method for each operation", () => {
    expect(Object.keys(client()).sort()).toEqual([...Object.keys(operations), "each"].sort());
  });
});

/** Never called: the compiler is the one who checks these promises. */
export async function typesPromise(foyer: Client) {
  const person = await foyer.createPerson({ body: { name: "Ada" } });
  person.slug satisfies string;
  person.email satisfies string | null;
  await foyer.listPersons();
  await foyer.rotateApiKey({ params: { key_id: "key_1" } });
  for await (const log of foyer.each("listAccountLogs", { params: { account_id: "account_1" } })) log.payload satisfies object;
  // @ts-expect-error a person has no such field
  person.age;
  // @ts-expect-error a body is needed
  await foyer.createPerson();
  // @ts-expect-error a name is needed
  await foyer.createPerson({ body: {} });
  // @ts-expect-error there is no such field
  await foyer.createPerson({ body: { name: "Ada", nickname: "A" } });
  // @ts-expect-error a change needs a body, even one whose fields can all be left out
  await foyer.updatePerson({ params: { person_id: "person_1" } });
  // @ts-expect-error the path has a parameter
  await foyer.getPerson({});
  // @ts-expect-error the parameter has another name
  await foyer.getPerson({ params: { personId: "person_1" } });
  // @ts-expect-error reading takes no body
  await foyer.getPerson({ params: { person_id: "person_1" }, body: {} });
  // @ts-expect-error there is no such filter
  await foyer.listPersons({ query: { age: 36 } });
  // @ts-expect-error not a list
  foyer.each("getPerson", { params: { person_id: "person_1" } });
  // @ts-expect-error the list is one account's
  foyer.each("listAccountLogs");
  // @ts-expect-error there is no such operation
  foyer.createUnicorn;
}

type Answer = { status: number; body: string; headers: Record<string, string> };
type Fault = "close before" | "close after" | "hang" | Answer;

function answer(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return { status, body, headers };
}

function problem(code: string, status: number): string {
  return JSON.stringify({ type: "about:blank", title: code, status, detail: code, code, requestId: "request_1" });
}

function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => expect.unreachable(`not refused: ${JSON.stringify(value)}`),
    (error) => error,
  );
}

/** What lies between client and service: each request takes the next fault, and goes through when none is left. */
class Network {
  faults: Fault[] = [];
  readonly seen: { url: string; headers: IncomingMessage["headers"] }[] = [];

  private constructor(
    readonly server: Server,
    readonly origin: string,
  ) {}

  static async before(service: string): Promise<Network> {
    const server = createServer((request, response) => network.pass(service, request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const network = new Network(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return network;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(service: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faults.shift();
    this.seen.push({ url: request.url as string, headers: request.headers });
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    if (fault === "hang") return;
    if (fault === "close before") return void request.socket.destroy();
    if (typeof fault === "object") return void response.writeHead(fault.status, fault.headers).end(fault.body);
    const headers = Object.entries(request.headers).filter(([name]) => name !== "host" && name !== "connection");
    const answered = await fetch(service + request.url, {
      method: request.method as string,
      headers: headers as [string, string][],
      ...(body.length > 0 && { body }),
    });
    const text = await answered.text();
    if (fault === "close after") return void request.socket.destroy();
    response.writeHead(answered.status, { "content-type": "application/json" }).end(text);
  }
}
