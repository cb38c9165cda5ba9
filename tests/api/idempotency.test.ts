import { expect, test } from "bun:test";
import type { AccountLog, Person } from "../../contract";
import { sql, statement } from "../../server/storage/sql";
import { createStorage, onBothEngines } from "../support/database/engines";
import { makePage } from "../support/features/versions";
import { Api } from "../support/service/api";
import { spawnServer } from "../support/service/process";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const dayMs = 86_400_000;

onBothEngines("idempotency", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const create = (key: string, name: string, by = api()) =>
    by.send("createPerson", { body: { name }, headers: { "idempotency-key": key } });
  const personsNamed = async (name: string) =>
    Number((await service().db.first<{ count: number }>(sql`SELECT count(*) AS count FROM persons WHERE name = ${name}`))?.count);
  const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

  test("100 parallel requests with one key make one record", async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => create("parallel", "Parallel")));
    expect(await personsNamed("Parallel")).toBe(1);
    const created = answers.filter(({ status, headers }) => status === 201 && !headers.has("idempotent-replayed"));
    expect(created).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 409) expect(codeOf(answer)).toBe("idempotency_in_progress");
      else expect(answer.body).toEqual(created[0]?.body as Person);
    }
    expect((await create("parallel", "Parallel")).headers.get("idempotent-replayed")).toBe("true");
  });

  test("a repeat gets the stored answer, byte for byte, though the record has changed since", async () => {
    const headers = { "x-api-key": api().key, "content-type": "application/json", "idempotency-key": "bytes" };
    const send = () => fetch(`${api().origin}/v0/persons`, { method: "POST", headers, body: '{"name":"Byte for byte ☕"}' });
    const first = await send();
    const text = await first.text();
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    const { personId } = JSON.parse(text) as Person;
    await api().call("updatePerson", { params: { person_id: personId }, body: { name: "Another" } });
    const again = await send();
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(await again.text()).toBe(text);
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  });

  test("a repeat makes nothing twice, however large the answer is", async () => {
    const page_id = await makePage(api());
    const description = "d".repeat(90_000);
    const body = { audiences: Array.from({ length: 9 }, () => ({ metadataOverride: { description } })) };
    const headers = { "idempotency-key": "large answer" };
    const create = () => api().send("createAudienceBatch", { params: { page_id }, body, headers });
    const [first, again] = [await create(), await create()];
    expect(JSON.stringify(first.body).length).toBeGreaterThan(1_048_576);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(again.body).toEqual(first.body);
    expect((await api().call("listAudiences", { params: { page_id } })).totalCount).toBe(9);
  });

  /** A topic with entries of very many characters outside of the first 65,536, and none among them at which it could be cut. */
  async function longTopic(): Promise<string> {
    const { topicId } = await api().call("createTopic", { body: { title: "Long" } });
    const body = { content: { type: "text", content: `x${"😀".repeat(99_999)}` } };
    for (let made = 0; made < 4; made += 1) await api().call("createTopicEntry", { params: { topic_id: topicId }, body });
    return topicId;
  }
  const rename = (topic_id: string, key: string, title = "Renamed") =>
    api().send("updateTopic", { params: { topic_id }, body: { title }, headers: { "idempotency-key": key } });
  const piecesOf = (key: string) =>
    service().db.all<{ length: number }>(sql`SELECT length(body) AS length FROM answer_pieces WHERE idempotency_key = ${key}`);

  test("a long answer is kept in pieces that take no time, and is the same again", async () => {
    const topicId = await longTopic();
    const [first, again] = [await rename(topicId, "pieces"), await rename(topicId, "pieces")];
    expect([again.headers.get("idempotent-replayed"), again.headers.get("etag")]).toEqual(["true", first.headers.get("etag")]);
    expect(first.headers.get("etag")).toBeString();
    expect(again.body).toEqual(first.body);
    const lengths = (await piecesOf("pieces")).map(({ length }) => Number(length));
    expect(lengths.length).toBeGreaterThan(3);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(250_000);
    service().advance(dayMs);
    expect((await rename(topicId, "pieces")).headers.get("idempotent-replayed")).toBeNull();
    expect(await piecesOf("pieces")).toHaveLength(lengths.length);
  });

  test("a tenant's long answers take no more than a gigabyte; then such a change is refused as a whole, and done without a key", async () => {
    const { db } = service();
    const topicId = await longTopic();
    expect((await rename(topicId, "one of many")).status).toBe(200);
    const ofMany = sql`idempotency_key = 'one of many'`;
    await db.transaction((tx) => tx.run(sql`UPDATE idempotency SET long_bytes = 999000000 WHERE ${ofMany}`));
    const refused = await rename(topicId, "one too many", "Too many");
    expect([refused.status, codeOf(refused)]).toEqual([409, "idempotency_full"]);
    expect((await api().call("getTopic", { params: { topic_id: topicId } })).title).toBe("Renamed");
    expect(await piecesOf("one too many")).toEqual([]);
    expect((await create("short one", "Short")).status).toBe(201);
    expect((await api().send("updateTopic", { params: { topic_id: topicId }, body: { title: "No key" } })).status).toBe(200);
    const other = await createTenant(service(), "beside it");
    expect((await create("other tenant", "Other", other.api)).status).toBe(201);
    service().advance(dayMs);
    expect((await rename(topicId, "one too many", "A day later")).status).toBe(200);
  });

  test("another body with the same key is refused, and the first stays", async () => {
    await create("body", "First Body");
    const other = await create("body", "Other Body");
    expect([other.status, codeOf(other)]).toEqual([422, "idempotency_key_reused"]);
    expect([await personsNamed("First Body"), await personsNamed("Other Body")]).toEqual([1, 0]);
    expect((await create("body", "First Body")).headers.get("idempotent-replayed")).toBe("true");
  });

  test("another record with the same key and body is refused", async () => {
    const [one, two] = [(await create("p1", "P1")).body as Person, (await create("p2", "P2")).body as Person];
    const rename = ({ personId }: Person) =>
      api().send("updatePerson", {
        params: { person_id: personId },
        body: { name: "R" },
        headers: { "idempotency-key": "path" },
      });
    expect((await rename(one)).status).toBe(200);
    const other = await rename(two);
    expect([other.status, codeOf(other)]).toEqual([422, "idempotency_key_reused"]);
    expect((await rename(one)).headers.get("idempotent-replayed")).toBe("true");
  });

  test("each operation has its own keys", async () => {
    await create("operation", "Operation");
    const headers = { "idempotency-key": "operation" };
    const topic = await api().send("createTopic", { body: { title: "T" }, headers });
    expect([topic.status, topic.headers.get("idempotent-replayed")]).toEqual([201, null]);
  });

  test("two tenants can use the same key independently", async () => {
    const tenants = [api(), (await createTenant(service(), "other")).api];
    const answers = await Promise.all(tenants.map((tenant) => create("shared", "Shared", tenant)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const [one, two] = answers.map(({ body }) => (body as Person).personId);
    expect(one).not.toBe(two);
    expect(((await create("shared", "Shared", tenants[1])).body as Person).personId).toBe(two as string);
  });

  test("two API keys of one tenant share stored answers", async () => {
    const { key } = await api().call("createApiKey", { body: { name: "second", scopes: ["persons:write"] } });
    const first = await create("two keys", "Two Keys");
    const again = await create("two keys", "Two Keys", new Api(service().origin, key as string));
    expect([again.headers.get("idempotent-replayed"), again.body]).toEqual(["true", first.body]);
  });

  test("a key is forgotten after 24 hours", async () => {
    await create("day", "Day");
    service().advance(dayMs - 60_000);
    expect((await create("day", "Day")).headers.get("idempotent-replayed")).toBe("true");
    service().advance(60_000);
    const fresh = await create("day", "Day");
    expect([fresh.status, fresh.headers.get("idempotent-replayed"), await personsNamed("Day")]).toEqual([201, null, 2]);
    expect((await create("day", "Day")).body).toEqual(fresh.body);
  });

  test("a request that was refused may be corrected under the same key", async () => {
    expect((await create("corrected", "")).status).toBe(422);
    expect((await create("corrected", "Corrected")).status).toBe(201);
    const missing = { params: { person_id: "person_none" }, body: { name: "x" }, headers: { "idempotency-key": "missing" } };
    expect((await api().send("updatePerson", missing)).status).toBe(404);
    const found = { ...missing, params: { person_id: ((await create("found", "Found")).body as Person).personId } };
    expect((await api().send("updatePerson", found)).status).toBe(200);
    const domain = (name: string) =>
      api().send("createAccount", { body: { domain: name }, headers: { "idempotency-key": "conflict" } });
    await api().call("createAccount", { body: { domain: "taken.example" } });
    expect((await domain("taken.example")).status).toBe(409);
    expect((await domain("free.example")).status).toBe(201);
  });

  test("a key has 1 to 255 characters", async () => {
    expect((await create("k".repeat(255), "Long Key")).status).toBe(201);
    for (const key of ["", "k".repeat(256)]) {
      const refused = await create(key, "Bad Key");
      expect([refused.status, (refused.body as { errors?: { location: string }[] }).errors?.[0]?.location]).toEqual([
        422,
        "header.Idempotency-Key",
      ]);
    }
    expect(await personsNamed("Bad Key")).toBe(0);
  });

  test("a repeat shows no API key, and none is stored", async () => {
    const send = () =>
      api().send("createApiKey", { body: { name: "k", scopes: ["*"] }, headers: { "idempotency-key": "secret" } });
    const first = (await send()).body as { key: string; keyId: string };
    const again = await send();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual({ ...first, key: null } as never);
    const stored = await service().db.all<{ response: string }>(sql`SELECT response FROM idempotency`);
    expect(JSON.stringify(stored)).not.toContain(first.key.slice(6, 49));
    const rotate = () =>
      api().send("rotateApiKey", { params: { key_id: first.keyId }, headers: { "idempotency-key": "rotate" } });
    const rotated = (await rotate()).body;
    expect((await rotate()).body).toEqual({ ...rotated, key: null } as never);
  });

  test("a repeat of a creation that found an existing record gets the same answer", async () => {
    const { accountId } = await api().call("createAccount", { body: { domain: "log.example" } });
    const body = { source: "crm", type: "note", payload: {}, idempotencyKey: "entry" };
    const send = (key: string) =>
      api().send("createAccountLog", { params: { account_id: accountId }, body, headers: { "idempotency-key": key } });
    const [first, second, again] = [await send("one"), await send("two"), await send("two")];
    expect([first.status, second.status, again.status]).toEqual([201, 200, 200]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((again.body as AccountLog).accountLogId).toBe((first.body as AccountLog).accountLogId);
  });

  test("a request that fails inside the service can be repeated with the same key", async () => {
    const { db } = service();
    const rename = (from: string, to: string) => db.transaction((tx) => tx.run(statement(`ALTER TABLE ${from} RENAME TO ${to}`)));
    await rename("events", "events_away");
    const broken = await create("broken", "Broken");
    await rename("events_away", "events");
    const mended = await create("broken", "Broken");
    expect([broken.status, mended.status, mended.headers.get("idempotent-replayed")]).toEqual([500, 201, null]);
    expect(await personsNamed("Broken")).toBe(1);
  });
});

onBothEngines("idempotency across processes", (engine) => {
  test("the same key at two servers of one database at once makes one record", async () => {
    const storage = await createStorage(engine, { hasTables: true });
    await using first = await spawnServer(storage.environment);
    await using second = await spawnServer(storage.environment, first.api.key);
    const send = (to: Api, key: string) =>
      to.send("createPerson", { body: { name: `Person ${key}` }, headers: { "idempotency-key": key } });
    const keys = Array.from({ length: 10 }, (_, index) => `key ${index}`);
    const answers = await Promise.all(
      keys.flatMap((key) => [1, 2, 3, 4, 5].flatMap(() => [send(first.api, key), send(second.api, key)])),
    );
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect((await first.api.call("listPersons", {})).totalCount).toBe(keys.length);
    for (const key of keys) {
      const [one, two] = await Promise.all([send(first.api, key), send(second.api, key)]);
      const settled = one.status === 201 ? one : two;
      expect(settled.headers.get("idempotent-replayed")).toBe("true");
    }
    expect((await second.api.call("listPersons", {})).totalCount).toBe(keys.length);
    const ended = await Promise.all([first.stop(), second.stop()]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    await storage.remove();
  });
});
