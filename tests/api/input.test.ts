import { beforeAll, describe, expect, test } from "bun:test";
import { type Operation, type ProblemBody, paramNames, takesIdempotencyKey } from "../../contract";
import { todays } from "../support/daily";
import { onBothEngines } from "../support/database/engines";
import { marksOf } from "../support/database/state";
import { badForms } from "../support/samples/bad-forms";
import {
  badBodies,
  badQueries,
  badSegments,
  boundedTexts,
  everythingWrong,
  malformedRequests,
  rawRequest,
  valueAt,
  withLiteral,
} from "../support/samples/bad-input";
import { sampleFile } from "../support/samples/images";
import { allOperations } from "../support/samples/path-params";
import { send, World } from "../support/samples/world";
import { contentOf, declared, pathOf } from "../support/service/api";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const maxBodyBytes = 1_048_576;
const maxProblemBytes = 100_000;
const atOnce = 32;
/** Checks come before any engine is asked: on the second, every sixth operation will do, others tomorrow. */
const shareOnPostgres = 6;
/** Of the operations whose largest bodies are sent: they are counted before anyone knows for which operation. */
const shareOfLarge = 4;

/** What is in an object is declared once for several operations: each text of it is sent with one of them, tomorrow with another. */
function todaysTexts(some: readonly Operation[]) {
  const texts = some.flatMap((operation) => boundedTexts(operation).map((text) => ({ operation, ...text })));
  const alike = Object.values(
    Object.groupBy(texts, ({ operation, path, maxLength }) =>
      path.length === 1 ? `${operation.id} ${path}` : `${path.slice(-2).join(".")} ${maxLength}`,
    ),
  );
  return alike.flatMap((group = []) => todays(group.length, group));
}

onBothEngines("input", (engine) => {
  const operations = engine === "sqlite" ? allOperations : todays(shareOnPostgres, allOperations);
  const jsonOperations = operations.filter(({ body, upload }) => body && !upload);
  const withLargeBody = todays(shareOfLarge, jsonOperations);
  const service = useService(engine);
  let world: World;

  beforeAll(async () => {
    world = await World.build((await createTenant(service(), "north")).api, "north", service().db);
  });

  describe("a bad body is refused, says where, and nothing is stored", () => {
    for (const operation of jsonOperations) {
      test(operation.id, async () => {
        const path = pathOf(operation, await world.standingParams(operation));
        const bodies = badBodies(operation, world.body(operation));
        if (!operation.bodyOptional) bodies.push({ what: "no body", text: "", status: 400 });
        await expectRefused(operation, bodies, ({ text, contentType = "application/json" }) => ({
          path,
          body: text,
          headers: contentType === null ? {} : { "content-type": contentType },
        }));
      });
    }
  });

  describe("a bad form is refused, says where, and nothing is stored", () => {
    for (const operation of operations.filter(({ upload }) => upload)) {
      test(operation.id, async () => {
        const path = pathOf(operation, await world.standingParams(operation));
        const forms = badForms(operation, world.body(operation) as Record<string, string | string[]>);
        await expectRefused(operation, forms, ({ body, contentType }) => ({
          path,
          body,
          headers: contentType === null ? {} : { "content-type": contentType },
        }));
      });
    }
  });

  describe("a bad query is refused and nothing is stored", () => {
    for (const operation of operations) {
      test(operation.id, async () => {
        const path = pathOf(operation, await world.standingParams(operation));
        const body = world.body(operation);
        const queries = badQueries(operation).map((query) => ({ what: query, status: 422, location: "query" }));
        await expectRefused(operation, queries, ({ what }) => ({ path: `${path}?${what}`, ...packed(operation, body) }));
      });
    }
  });

  describe("a bad path parameter is refused and nothing is stored", () => {
    for (const operation of operations.filter(({ path }) => path.includes("{"))) {
      test(operation.id, async () => {
        const path = pathOf(operation, await world.standingParams(operation));
        const body = world.body(operation);
        const segments = operation.path.split("/");
        const cases = paramNames(operation.path).flatMap((name) =>
          badSegments.map((segment) => ({ what: `${name} = ${segment}`, status: 422, location: `path.${name}`, name, segment })),
        );
        await expectRefused(operation, cases, ({ name, segment }) => ({
          path: path
            .split("/")
            .with(segments.indexOf(`{${name}}`), segment)
            .join("/"),
          ...packed(operation, body),
        }));
      });
    }
  });

  describe("a bad Idempotency-Key is refused and nothing is stored", () => {
    for (const operation of operations.filter(takesIdempotencyKey)) {
      test(operation.id, async () => {
        const path = pathOf(operation, await world.standingParams(operation));
        const { headers, ...body } = packed(operation, world.body(operation));
        const keys = ["", "a".repeat(256)].map((key) => ({ what: key, status: 422, location: "header.Idempotency-Key" }));
        await expectRefused(operation, keys, ({ what }) => ({ path, ...body, headers: { ...headers, "idempotency-key": what } }));
      });
    }
  });

  describe("all mistakes in a request are reported at once, each with its location", () => {
    for (const operation of operations.filter(({ upload }) => !upload)) {
      test(operation.id, async () => {
        const names = paramNames(operation.path);
        const { body, locations } = everythingWrong(operation);
        const { status, body: problem } = await send(world.api, operation, {
          params: Object.fromEntries(names.map((name) => [name, "\u0000"])),
          query: {
            unknown: "x",
            ...(operation.query?.shape.limit ? { limit: "0" } : {}),
            ...(operation.query?.shape.cursor ? { cursor: "nonsense" } : {}),
          },
          body,
          ...(takesIdempotencyKey(operation) ? { headers: { "idempotency-key": "" } } : {}),
        });
        expect(status).toBe(422);
        const expected = [...locations, ...names.map((name) => `path.${name}`), "query.unknown"];
        if (operation.query?.shape.limit) expected.push("query.limit");
        if (operation.query?.shape.cursor) expected.push("query.cursor");
        if (takesIdempotencyKey(operation)) expected.push("header.Idempotency-Key");
        const reported = new Set((problem as ProblemBody).errors?.map(({ location }) => location));
        expect([...reported].sort()).toEqual(expected.sort());
      });
    }
  });

  describe("a body of 1 MiB is taken, one byte more is refused, with Content-Length or in chunks", () => {
    for (const operation of withLargeBody) {
      test(operation.id, async () => {
        const largest = JSON.stringify(world.body(operation)).padEnd(maxBodyBytes);
        const tooLarge = ["announced", "in chunks"].map((what) => ({ what, status: 413 }));
        const path = pathOf(operation, await world.params(operation));
        await expectRefused(operation, tooLarge, ({ what }) => ({
          path,
          ...json(what === "announced" ? `${largest} ` : inChunks(`${largest} `)),
        }));
        const taken = await ask(operation, { path, ...json(inChunks(largest)) });
        await declared(operation, taken);
        expect(taken.status).toBe(operation.status);
      });
    }
  });

  describe("a body sent to an operation that takes none is refused, whatever its size, and nothing is changed", () => {
    for (const operation of operations.filter(({ method, body }) => method !== "GET" && !body)) {
      test(operation.id, async () => {
        const path = pathOf(operation, await world.params(operation));
        const small = ["{}", '{"all":true}', "{", " "].map((body) => ({ what: body, body, status: 422, location: "body" }));
        await expectRefused(operation, small, ({ body }) => ({ path, ...json(body) }));
        await expectRefused(operation, small, ({ body }) => ({ path, ...json(inChunks(body)) }));
        await expectRefused(operation, small, ({ body }) => ({ path, body, headers: { "content-type": "text/plain" } }));
        const large = "[".padEnd(maxBodyBytes + 1);
        const tooLarge = ["announced", "in chunks"].map((what) => ({ what, status: 413 }));
        await expectRefused(operation, tooLarge, ({ what }) => ({
          path,
          ...json(what === "announced" ? large : inChunks(large)),
        }));
        expect((await ask(operation, { path })).status).toBe(operation.status);
      });
    }
  });

  describe("an answer to bad input stays small, however large the input", () => {
    const nulls = Array.from({ length: 100 }, () => "\u0000");
    const names = Array.from({ length: 100 }, (_, index) => `${"n".repeat(10_000)}${index}`);
    for (const operation of withLargeBody) {
      test(operation.id, async () => {
        const path = pathOf(operation, await world.standingParams(operation));
        const sent = world.body(operation) as Record<string, unknown>;
        let places = 0;
        mapObjects(sent, () => ({ place: (places += 1) }));
        const inEveryObject = (members: object) => mapObjects(sent, (object) => ({ ...object, ...members }));
        const bodies = {
          "a long name over many mistakes": JSON.stringify({ ...sent, ["n".repeat(1_000_000)]: nulls }),
          "many long names": JSON.stringify({ ...sent, ...Object.fromEntries(names.map((name) => [name, "\u0000"])) }),
          "long names in every place": JSON.stringify(inEveryObject({ ["n".repeat(900_000 / places)]: nulls })),
          "a long word that is not JSON": "n".repeat(1_000_000),
          "a long text without an end": `{"${"n".repeat(1_000_000)}`,
        };
        for (const [what, body] of Object.entries(bodies)) {
          const response = await ask(operation, { path, ...json(body) });
          const { length } = await response.clone().bytes();
          expect({ what, length: Math.max(length, maxProblemBytes) }).toEqual({ what, length: maxProblemBytes });
          expect([400, 422]).toContain(response.status);
          await declared(operation, response);
        }
      });
    }
  });

  describe("length limits count characters, and text comes back as it was sent", () => {
    for (const { operation, path, maxLength } of todaysTexts(operations)) {
      test(`${operation.id} takes ${maxLength} emoji as ${path.join(".")}`, async () => {
        const text = "😀".repeat(maxLength);
        const body = JSON.parse(withLiteral(world.body(operation), path, JSON.stringify(text)));
        const params = await (operation.findsExisting ? world.params(operation) : world.standingParams(operation, operation.id));
        const received = await send(world.api, operation, { params, body });
        expect(received.status).toBe(operation.status);
        const [field] = path as [string];
        const isShown = typeof valueAt(received.body, [field]) === typeof valueAt(body, [field]);
        if (isShown) expect(valueAt(received.body, path) === text).toBe(true);
      });
    }
  });

  test("a cursor of another list, of another tenant or a damaged one is refused", async () => {
    const lists = allOperations.filter(({ query }) => query?.shape.cursor);
    const stranger = (await createTenant(service(), "south")).api;
    const cursors = new Map<Operation, { params: Record<string, string>; cursor: string }>();
    for (const list of lists) {
      const params = await world.params(list);
      await world.fill(list, params);
      const { body } = await send(world.api, list, { params, query: { limit: 1 } });
      const cursor = (body as { nextCursor: string | null }).nextCursor;
      if (cursor === null) throw new Error(`${list.id} has no second page`);
      cursors.set(list, { params, cursor });
      const damaged = ["nonsense", cursor.slice(1), `${cursor}A`, cursor.toLowerCase(), "a".repeat(9_000), "W10", "bnVsbA"];
      for (const wrong of damaged)
        expect(await codeOf(send(world.api, list, { params, query: { cursor: wrong } }))).toBe("invalid_cursor");
    }
    for (const [list, { params, cursor }] of cursors) {
      for (const [other, { params: elsewhere }] of cursors)
        if (other !== list)
          expect(await codeOf(send(world.api, other, { params: elsewhere, query: { cursor } }))).toBe("invalid_cursor");
      if (Object.keys(params).length === 0)
        expect(await codeOf(send(stranger, list, { query: { cursor } }))).toBe("invalid_cursor");
    }
  });

  describe("oversized headers", () => {
    const start = "GET /v0/persons HTTP/1.1\r\nHost: foyer.test\r\n";
    const oversized = {
      "one header of 20 KB": `${start}X-Long: ${"a".repeat(20_000)}\r\n\r\n`,
      "300 headers": `${start}${Array.from({ length: 300 }, (_, index) => `X-${index}: a\r\n`).join("")}\r\n`,
      "an address of 20 KB": `GET /v0/persons?cursor=${"a".repeat(20_000)} HTTP/1.1\r\nHost: foyer.test\r\n\r\n`,
      "a key of 20 KB": `${start}x-api-key: ${"a".repeat(20_000)}\r\n\r\n`,
    };
    for (const [what, bytes] of Object.entries(oversized)) {
      test(`${what} is refused with a 4xx`, async () => {
        const [status] = await rawRequest(port(), bytes);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      });
    }
  });

  test("HTTP that two parsers could read differently is refused, and no request hidden in it is executed", async () => {
    const before = await marksOf(service().db);
    const answers = await Promise.all(
      Object.entries(malformedRequests(world.api.key)).map(
        async ([what, bytes]) => [what, await rawRequest(port(), bytes)] as const,
      ),
    );
    // A connection closed without a word is a refusal too, and so is "version not supported".
    const taken = answers.filter(([, statuses]) => statuses.some((status) => status < 400 || (status >= 500 && status !== 505)));
    expect(taken).toEqual([]);
    expect(await marksOf(service().db)).toEqual(before);
  });

  test("no bad input caused a 5xx or an error in the log, and none reached a prototype", () => {
    const failures = service().logged.join("").split("\n");
    expect(failures.filter((line) => line.includes('"status":5') || line.includes('"level":"error"'))).toEqual([]);
    expect("polluted" in {}).toBe(false);
  });

  const port = () => Number(new URL(service().origin).port);

  function ask(operation: Operation, { path, headers, body }: Ask): Promise<Response> {
    return fetch(service().origin + path, {
      method: operation.method,
      headers: { "x-api-key": world.api.key, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  }

  interface Expected {
    what: string;
    status?: number;
    location?: string;
  }

  /** Sends every case; names all that were not refused as they should have been. */
  async function expectRefused<Case extends Expected>(
    operation: Operation,
    cases: Case[],
    toAsk: (one: Case) => Ask,
  ): Promise<void> {
    const before = await marksOf(service().db);
    const wrong: string[] = [];
    for (let start = 0; start < cases.length; start += atOnce) {
      await Promise.all(
        cases.slice(start, start + atOnce).map(async (one) => {
          const response = await ask(operation, toAsk(one));
          const problem = (await declared(operation, response)) as ProblemBody;
          const located =
            one.location === undefined || problem.errors?.some(({ location }) => location.startsWith(one.location as string));
          const refused = response.status >= 400 && response.status < 500 && response.status === (one.status ?? response.status);
          if (!refused || !located) wrong.push(`${one.what.slice(0, 100)}: ${response.status} ${problem.detail?.slice(0, 100)}`);
        }),
      );
    }
    expect(cases.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
    expect(await marksOf(service().db)).toEqual(before);
  }
});

interface Ask {
  path: string;
  headers?: Record<string, string>;
  body?: string | FormData | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

function packed(operation: Operation, body: unknown) {
  return contentOf(operation, body, sampleFile());
}

function json<Body extends Ask["body"]>(body: Body | undefined) {
  return body === undefined ? {} : { body, headers: { "content-type": "application/json" } };
}

function inChunks(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream();
}

/** The value with every object in it replaced, the innermost first. */
function mapObjects(value: unknown, change: (object: object) => object): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (typeof value !== "object" || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapObjects(member, change)])));
}

async function codeOf(answer: ReturnType<typeof send>): Promise<string> {
  return ((await answer).body as ProblemBody).code;
}
