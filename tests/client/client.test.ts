import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, FoyerError, FoyerUnreachable } from "../../client";
import { onTodaysEngine } from "../support/database/engines";
import { makePage } from "../support/features/versions";
import { answer, failure, Network, problem } from "../support/network/network";
import { svg } from "../support/samples/images";
import { useService } from "../support/service/service";

onTodaysEngine("the client", (engine) => {
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

  test("reads a whole list as CSV in one request, also if its first answers are lost or are none", async () => {
    const pageId = await makePage(service().api);
    const audiences = Array.from({ length: 3 }, (_, number) => ({ externalId: `crm-${number}` }));
    await foyer.createAudienceBatch({ params: { page_id: pageId }, body: { audiences } });
    network.seen.length = 0;
    network.faults = ["close after", answer(200, "{}", { "content-type": "text/csv" })];
    const params = { page_id: pageId };
    expect(await foyer.csv("listAudienceLinks", { params })).toBe("{}");
    const lines = (await foyer.csv("listAudienceLinks", { params })).trim().split("\r\n");
    expect(lines.map((line) => line.split(",")[1])).toEqual(["externalId", "crm-2", "crm-1", "crm-0"]);
    expect(network.seen.map(({ headers }) => headers.accept)).toEqual(["text/csv", "text/csv", "text/csv"]);

    network.faults = [answer(200, "<h1>Sign in</h1>", { "content-type": "text/html" })];
    expect(await failure(foyer.csv("listAudienceLinks", { params }))).toBeInstanceOf(FoyerUnreachable);
    const missing = await failure(foyer.csv("listAudienceLinks", { params: { page_id: "page_none" } }));
    expect(missing).toMatchObject({ code: "not_found" });
  });

  test("tries again after 429, 502 and 503", async () => {
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

  test("uploads a file with its fields once, even if an answer is lost", async () => {
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

  test("does not repeat a deletion whose answer was lost, if a second one would delete for good", async () => {
    const { assetId } = await foyer.createAsset({ file: new File([svg], "logo.svg") });
    const params = { asset_id: assetId };
    network.faults = [answer(429, problem("rate_limited", 429)), "close after"];
    network.seen.length = 0;
    expect(await failure(foyer.deleteAsset({ params }))).toBeInstanceOf(FoyerUnreachable);
    expect(network.seen).toHaveLength(2);
    expect(await foyer.getAsset({ params })).toMatchObject({ trashedAt: expect.any(String), deletedAt: null });
  });

  test("a refusal is a FoyerError with its code, reason and locations", async () => {
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

  test("is about as large as its documentation says", async () => {
    const built = await Bun.build({ entrypoints: [join(import.meta.dir, "../../client/index.ts")], minify: true });
    const bytes = await (built.outputs[0] as Blob).arrayBuffer();
    const documentation = await Bun.file(join(import.meta.dir, "../../docs/client.md")).text();
    const [, minified, gzipped] = /\((\d+) KB minified in all, (\d+) KB gzipped\)/.exec(documentation) ?? [];
    expect(Math.abs(bytes.byteLength / 1_000 / Number(minified) - 1)).toBeLessThan(0.1);
    expect(Math.abs(Bun.gzipSync(bytes).length / 1_000 / Number(gzipped) - 1)).toBeLessThan(0.1);
  });

  test("runs in Node when it is bundled for browsers", async () => {
    const folder = mkdtempSync(join(tmpdir(), "foyer-client-"));
    try {
      const entrypoint = join(import.meta.dir, "../../client/index.ts");
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
