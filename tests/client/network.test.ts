import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ClientOptions, createClient, FoyerError, FoyerUnreachable, followEvents } from "../../client";
import { operations } from "../../contract";
import { freePort } from "../support/database/postgres";
import { answer, type Fault, failure, Network, problem } from "../support/network/network";

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

  test("stops after the allowed number of tries, and after the allowed time", async () => {
    network.faults = Array(9).fill(answer(503, problem("unavailable", 503)));
    expect(await failure(client({ tries: 3 }).listPersons())).toMatchObject({ code: "unavailable" });
    expect(network.seen).toHaveLength(3);

    network.faults = [answer(429, problem("rate_limited", 429), { "retry-after": "30" })];
    const started = performance.now();
    expect(await failure(client({ totalMs: 5_000 }).listPersons())).toMatchObject({ code: "rate_limited" });
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(network.seen).toHaveLength(4);

    network.faults = Array(9).fill("hang");
    const again = performance.now();
    expect(await failure(client({ totalMs: 400, timeoutMs: 30_000 }).listPersons())).toBeInstanceOf(FoyerUnreachable);
    expect(performance.now() - again).toBeLessThan(20_000);
    expect(network.seen).toHaveLength(5);
  });

  test("gives a file a second more for each 100 KB, as a slow line needs", async () => {
    const slow = createServer((request, response) => {
      request.resume().on("end", () => setTimeout(() => response.end("{}"), 1_500));
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const upload = (bytes: number) => {
      const file = new File([new Uint8Array(bytes)], "brochure.pdf");
      return client({ url, timeoutMs: 500, totalMs: 800, tries: 1 }).createAsset({ file, body: { assetType: "image" } });
    };
    expect(await failure(upload(10))).toBeInstanceOf(FoyerUnreachable);
    expect(await upload(1_000_000)).toEqual({} as never);
    slow.closeAllConnections();
    slow.close();
  });

  test("gives up on a try that takes too long and makes another", async () => {
    // On a busy machine, more than one try may take too long.
    network.faults = ["hang", items, items, items];
    expect((await client({ timeoutMs: 1_000 }).listPersons()).items).toEqual([]);
    expect(network.seen.length).toBeGreaterThanOrEqual(2);
  });

  test("goes on with a CSV that takes longer than a try may, as long as some of it arrives", async () => {
    const slow = createServer(async (_, response) => {
      response.writeHead(200, { "content-type": "text/csv" });
      for (const piece of ["audienceId\r\n", "1\r\n", "2\r\n", "3\r\n"]) {
        response.write(piece);
        await Bun.sleep(500);
      }
      response.end();
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const text = await client({ url, timeoutMs: 1_500 }).csv("listAudienceLinks", { params: { page_id: "page_1" } });
    expect(text).toBe("audienceId\r\n1\r\n2\r\n3\r\n");
    slow.close();
  });

  test("a call the caller aborts ends at once, during a try and between two", async () => {
    for (const fault of ["hang", answer(503, problem("unavailable", 503), { "retry-after": "20" })] as Fault[]) {
      network.seen.length = 0;
      network.faults = [fault, items];
      const controller = new AbortController();
      const started = performance.now();
      setTimeout(() => controller.abort(new Error("changed my mind")), 100);
      expect(await failure(client().listPersons({}, { signal: controller.signal }))).toMatchObject({
        message: "changed my mind",
      });
      expect(performance.now() - started).toBeLessThan(10_000);
      expect(network.seen).toHaveLength(1);
      expect(await failure(client().listPersons({}, { signal: controller.signal }))).toMatchObject({
        message: "changed my mind",
      });
      expect(network.seen).toHaveLength(1);
    }
  });

  test("waits for its own earlier try that is still running, and for no other caller's", async () => {
    const running = answer(409, problem("idempotency_in_progress", 409));
    network.faults = ["close before", running, running, answer(201, `{"personId":"person_1"}`)];
    expect(await client().createPerson({ body: { name: "Ada" } })).toMatchObject({ personId: "person_1" });
    network.faults = [running, items];
    expect(await failure(client().createPerson({ body: { name: "Ada" } }))).toMatchObject({ code: "idempotency_in_progress" });
  });

  test("does not repeat a request that would fail again, and tells a proxy's answer from Foyer's", async () => {
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

  test("a key that is missing is called missing, and where to get one is said", async () => {
    const missing = [undefined, null, "", " ", "\r\n"] as (string | undefined)[];
    for (const apiKey of missing) {
      const clients = [() => client({ apiKey }), () => followEvents({ url: network.origin, apiKey }).next()];
      for (const make of clients) {
        const error = (await failure(Promise.resolve().then<unknown>(make))) as TypeError;
        expect(error).toBeInstanceOf(TypeError);
        expect(error.message).toStartWith("apiKey is missing");
        expect(error.message).toContain("npm run foyer -- keys create");
        expect(error.message).not.toContain("ASCII");
      }
    }
    expect(network.seen).toEqual([]);
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
    expect(Object.keys(client()).sort()).toEqual([...Object.keys(operations), "csv", "each"].sort());
  });
});
