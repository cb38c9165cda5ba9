import { beforeAll, describe, expect, test } from "bun:test";
import { type Method, type Operation, type ProblemBody, paramNames, scopes } from "../../contract";
import { onBothEngines } from "../support/database/engines";
import { marksOf } from "../support/database/state";
import { rawRequest } from "../support/samples/bad-input";
import { sampleFile } from "../support/samples/images";
import { allOperations, neverGiven, recordParams } from "../support/samples/path-params";
import { type Request, send, World } from "../support/samples/world";
import { Api, contentOf, declared, pathOf } from "../support/service/api";
import { useService } from "../support/service/service";
import { createKey, createTenant, type Tenant } from "../support/service/tenants";

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const maxUploadBytes = 1_048_576;
const challenge = 'ApiKey realm="foyer", header="x-api-key"';
/** Keys and the order of checks are the same code on both engines: on the second, every third operation. */
const shareOnPostgres = 3;
const paths = [...new Set(allOperations.map(({ path }) => path))];

onBothEngines("isolation", (engine) => {
  const service = useService(engine, { maxUploadBytes });
  const some = allOperations.filter((_, index) => engine === "sqlite" || index % shareOnPostgres === 0);
  let north: Tenant;
  let south: Tenant;
  let west: Tenant;
  let own: World;
  let others: World;
  let third: World;

  beforeAll(async () => {
    north = await createTenant(service(), "north");
    south = await createTenant(service(), "south");
    west = await createTenant(service(), "west");
    own = await World.build(north.api, "north", service().db);
    others = await World.build(south.api, "south", service().db);
    third = await World.build(west.api, "west", service().db);
  });

  /** A key of ours with every scope but the one the operation needs. */
  const lackingKeys = new Map<string, Promise<string>>();
  function keyLacking({ access }: Operation): Promise<string> {
    const rest = scopes.filter((scope) => scope !== "*" && scope !== access);
    if (!lackingKeys.has(access)) lackingKeys.set(access, createKey(service().db, north.tenantId, rest));
    return lackingKeys.get(access) as Promise<string>;
  }

  describe("another tenant's records are out of reach and unchanged", () => {
    for (const operation of allOperations) {
      test(operation.id, async () => {
        const params = await others.standingParams(operation);
        const before = await marksOf(service().db, south.tenantId);
        const chosen = paramNames(operation.path).length > recordParams(operation).length;
        const asking = chosen ? west : north;
        const received = await send(asking.api, operation, { params, body: own.body(operation) });
        expect(await marksOf(service().db, south.tenantId)).toEqual(before);
        const hidden = recordParams(operation).length > 0 && operation.errors?.includes("not_found");
        expect(received.status).toBe(hidden ? 404 : operation.status);
        const text = JSON.stringify(received.body);
        const secrets = [...others.ids(), ...(chosen ? [] : [others.marker])];
        const shown = secrets.filter((secret) => text.includes(secret));
        expect(shown).toEqual([]);
      });
    }
  });

  test("a list shows and counts the records of its own tenant alone", async () => {
    const { api } = await createTenant(service(), "newcomer");
    for (const operation of allOperations.filter(({ query, path }) => query?.shape.limit && !path.includes("{"))) {
      const { items, totalCount } = (await send(api, operation, {})).body as { items: unknown[]; totalCount: number };
      expect([operation.id, totalCount]).toEqual([operation.id, items.length]);
    }
  });

  describe("two tenants can create the same content without a conflict or a change in the other", () => {
    for (const operation of allOperations.filter((candidate) => recordParams(candidate).length === 0 && candidate.body)) {
      test(operation.id, async () => {
        const made = await others.make(operation);
        const before = await marksOf(service().db, south.tenantId);
        const received = await send(west.api, operation, { params: made.params, body: third.adopted(made.sent) });
        expect(received.status).toBe(operation.status);
        expect(await marksOf(service().db, south.tenantId)).toEqual(before);
      });
    }
  });

  describe("a key without the scope is refused, a key with only that scope is accepted", () => {
    for (const operation of some.filter(({ anyKey }) => !anyKey)) {
      test(`${operation.id} needs ${operation.access}`, async () => {
        const params = await own.standingParams(operation);
        const lacking = new Api(north.api.origin, await keyLacking(operation));
        const before = await marksOf(service().db);
        const refused = await send(lacking, operation, { params, body: own.body(operation) });
        expect(refused).toMatchObject({ status: 403, body: { code: "insufficient_scope" } });
        expect(await marksOf(service().db)).toEqual(before);

        const holding = new Api(north.api.origin, await createKey(service().db, north.tenantId, [operation.access]));
        const mistaken: Request = { params, body: own.body(operation), query: { unknown: "x" } };
        expect(await send(holding, operation, mistaken)).toMatchObject({ status: 422 });
      });
    }
  });

  describe("no key and every kind of wrong key are refused alike", () => {
    for (const operation of some) {
      test(operation.id, async () => {
        const request = { params: await own.standingParams(operation), body: own.body(operation) };
        const wrongKeys = await createWrongKeys();
        const before = await marksOf(service().db);

        const without = await withoutKey(operation, request);
        expect(without.headers.get("www-authenticate")).toBe(challenge);
        expect(await declared(operation, without)).toMatchObject({ status: 401, code: "missing_api_key" });

        const answers = new Set<string>();
        for (const key of wrongKeys) {
          const { status, headers, body } = await send(new Api(north.api.origin, key), operation, request);
          expect(headers.get("www-authenticate")).toBe(challenge);
          expect({ status, code: (body as ProblemBody).code }).toEqual({ status: 401, code: "invalid_api_key" });
          answers.add(JSON.stringify({ ...(body as ProblemBody), requestId: "" }));
        }
        expect(answers.size).toBe(1);
        expect(await marksOf(service().db)).toEqual(before);
      });
    }
  });

  let wrongKeys: Promise<string[]> | undefined;
  function createWrongKeys(): Promise<string[]> {
    wrongKeys ??= (async () => {
      const { db } = service();
      const good = north.api.key;
      const revoked = await north.api.call("createApiKey", { body: { name: "to be revoked", scopes: ["*"] } });
      const revokedKey = revoked.key as string;
      await new Api(north.api.origin, revokedKey).call("listPersons", {}); // so that the service has it at hand
      await north.api.call("revokeApiKey", { params: { key_id: revoked.keyId } });
      const expired = await createKey(db, north.tenantId, ["*"], Date.now() - 1);
      return [damagedKeys(good)[0] as string, revokedKey, expired];
    })();
    return wrongKeys;
  }

  function withoutKey(operation: Operation, { params = {}, body }: Request): Promise<Response> {
    const content = contentOf(operation, body, sampleFile());
    return fetch(north.api.origin + pathOf(operation, params), { method: operation.method, ...content });
  }

  test("a damaged or altered key is refused", async () => {
    const wrong = [...damagedKeys(north.api.key), ...damagedKeys(south.api.key), "", "*", "null", "a".repeat(4_000)];
    for (const key of wrong) expect((await new Api(north.api.origin, key).send("listPersons", {})).status).toBe(401);
  });

  test("a key is refused from the moment it expires", async () => {
    const api = new Api(north.api.origin, await createKey(service().db, north.tenantId, ["*"], Date.now() + 60_000));
    await api.call("listPersons", {});
    service().advance(60_000);
    expect(await api.refusal("listPersons", {})).toMatchObject({ code: "invalid_api_key" });
    service().advance(-60_000);
  });

  test("an unknown path under /v0 is 401 without a key and 404 with one", async () => {
    for (const path of ["/v0", "/v0/", "/v0/nothing", "/v0/persons/", "/v0/persons/a/b", "/v0//persons", "/v0/persons;a=b"]) {
      for (const method of methods) {
        const without = await fetch(north.api.origin + path, { method });
        expect(`${path} ${without.status}`).toBe(`${path} 401`);
        const known = await fetch(north.api.origin + path, { method, headers: { "x-api-key": north.api.key } });
        expect(known.status).toBe(404);
        expect(await known.json()).toMatchObject({ code: "not_found" });
      }
    }
  });

  test("no spelling of a path, and no Host, gets around the key", async () => {
    const port = Number(new URL(north.api.origin).port);
    const spellings = [
      "/v0/persons",
      "/v0\\persons",
      "/./v0/persons",
      "/x/../v0/persons",
      "/%2e/v0/persons",
      "//v0/persons",
      "/V0/persons",
    ];
    const targets = [
      ...spellings,
      "/%76%30/persons",
      "/v0%2fpersons",
      "http://foyer.test/v0/persons",
      "/docs/../v0/persons",
      "/v0/persons#/docs",
    ];
    for (const target of targets) {
      const [status] = await rawRequest(port, `GET ${target} HTTP/1.1\r\nHost: foyer.test\r\nConnection: close\r\n\r\n`);
      expect([target, status]).toEqual([target, status === 404 ? 404 : 401]);
    }
    for (const host of ["", "a b", "a/docs?", "a/docs#", "x@y", "é"]) {
      const [status] = await rawRequest(port, `GET /v0/persons HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect([host, status]).toEqual([host, 401]);
    }
    expect(await rawRequest(port, "GET /healthz HTTP/1.0\r\n\r\n")).toEqual([200]);
  });

  describe("a method the path does not have is 405, with the allowed ones in Allow", () => {
    for (const path of paths) {
      test(path, async () => {
        const concrete = path.replace(/\{\w+\}/g, "some_id");
        const allowed = methodsAt(concrete);
        for (const method of [...methods, "OPTIONS"].filter((candidate) => !allowed.includes(candidate as Method))) {
          const response = await fetch(north.api.origin + concrete, { method, headers: { "x-api-key": north.api.key } });
          expect(response.status).toBe(405);
          expect(response.headers.get("allow")?.split(", ").sort()).toEqual(allowed);
          expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
        }
      });
    }
  });

  describe("of two mistakes in a request, the answer names the one that is checked first", () => {
    for (const operation of some) {
      test(operation.id, async () => {
        const content = new Response(contentOf(operation, own.body(operation), sampleFile()).body);
        const type = operation.upload ? (content.headers.get("content-type") as string) : "application/json";
        const valid = { params: await own.standingParams(operation), body: await content.bytes(), type };
        const possible = mistakes.filter(({ needs }) => needs(operation));
        const lacking = await keyLacking(operation);
        for (const [place, higher] of possible.entries()) {
          for (const lower of possible.slice(place)) {
            const response = await faulty(operation, valid, [higher.name, lower.name], lacking);
            const { code } = (await declared(operation, response)) as ProblemBody;
            const expected = higher.name === "broken" && operation.upload ? "malformed_body" : higher.code;
            expect(`${higher.name}, ${lower.name}: ${code}`).toBe(`${higher.name}, ${lower.name}: ${expected}`);
          }
        }
      });
    }

    test("a wrong path or method is reported before mistakes in the body, a taken domain after them", async () => {
      const ask = async (method: Method, path: string, body: string, type = "application/json") => {
        const headers = { "x-api-key": north.api.key, "content-type": type };
        return ((await (await fetch(north.api.origin + path, { method, headers, body })).json()) as ProblemBody).code;
      };
      for (const body of ["{", " ".repeat(1_048_577), "[]"]) {
        expect(await ask("POST", "/v0/nothing?limit=0", body, "text/plain")).toBe("not_found");
        expect(await ask("PUT", "/v0/accounts?limit=0", body, "text/plain")).toBe("method_not_allowed");
      }
      const { domain } = await north.api.call("createAccount", { body: { domain: "taken.example.com" } });
      expect(await ask("POST", "/v0/accounts", JSON.stringify({ domain }))).toBe("domain_taken");
      expect(await ask("POST", "/v0/accounts", JSON.stringify({ domain, unknown: 1 }))).toBe("validation_failed");
    });
  });

  /** In the order they are answered. */
  const mistakes = [
    { name: "no key", code: "missing_api_key", needs: () => true },
    { name: "no scope", code: "insufficient_scope", needs: (operation: Operation) => !operation.anyKey },
    { name: "too large", code: "body_too_large", needs: hasBody },
    { name: "wrong type", code: "unsupported_media_type", needs: hasBody },
    { name: "broken", code: "malformed_json", needs: hasBody },
    { name: "bad query", code: "validation_failed", needs: () => true },
    { name: "no record", code: "not_found", needs: ({ errors }: Operation) => errors?.includes("not_found") === true },
  ] as const;

  type Mistake = (typeof mistakes)[number]["name"];

  function faulty(
    operation: Operation,
    valid: { params: Record<string, string>; body: Uint8Array; type: string },
    made: Mistake[],
    lacking: string,
  ): Promise<Response> {
    const has = (mistake: Mistake) => made.includes(mistake);
    const params = has("no record")
      ? Object.fromEntries(Object.entries(valid.params).map(([name, value]) => [name, neverGiven(value)]))
      : valid.params;
    const excess = has("too large")
      ? Buffer.alloc(operation.upload ? maxUploadBytes + 1_048_576 : 1_048_577, " ")
      : Buffer.alloc(0);
    const body = Buffer.concat([has("broken") ? valid.body.subarray(0, 1) : valid.body, excess]);
    const headers = {
      ...(has("no key") ? {} : { "x-api-key": has("no scope") ? lacking : north.api.key }),
      ...(hasBody(operation) ? { "content-type": has("wrong type") ? "text/plain" : valid.type } : {}),
    };
    return fetch(north.api.origin + pathOf(operation, params, has("bad query") ? { unknown: "x" } : {}), {
      method: operation.method,
      headers,
      ...(hasBody(operation) ? { body } : {}),
    });
  }
});

function hasBody({ body }: Operation): boolean {
  return body !== undefined;
}

function damagedKeys(key: string): string[] {
  const swapped = key.slice(0, 20) + (key[20] === "A" ? "B" : "A") + key.slice(21);
  return [swapped, key.slice(0, -1), `${key}A`, key.slice(6), key.toLowerCase(), key.toUpperCase(), `${key},${key}`];
}

function methodsAt(concrete: string): Method[] {
  const matches = ({ path }: Operation) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(concrete);
  return [...new Set(allOperations.filter(matches).map(({ method }) => method))].sort();
}
