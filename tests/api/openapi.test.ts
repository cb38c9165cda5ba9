import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import {
  type ErrorCode,
  errors,
  eventStream,
  events,
  type Operation,
  operations,
  possibleErrors,
  takesIdempotencyKey,
} from "../../contract";
import { type OperationObject, openapiDocument } from "../../contract/openapi";
import { version } from "../../package.json";

const file = readFileSync(new URL("../../openapi.json", import.meta.url), "utf8");
const document = openapiDocument(version);
const all = Object.values<Operation>(operations);
const described = (operation: Operation) => document.paths[operation.path]?.[operation.method.toLowerCase()];

/** The numbered interface, written out once more by hand. */
const contract: Record<number, string> = {
  1: "GET /v0/assets/trash",
  2: "PATCH /v0/accounts/{account_id}",
  3: "PATCH /v0/pages/{page_id}/audiences/{audience_id}",
  4: "POST /v0/pages/{page_id}/audiences/{audience_id}/restore",
  5: "GET /v0/topics",
  6: "POST /v0/pages",
  7: "PATCH /v0/topics/{topic_id}",
  8: "DELETE /v0/pages/{page_id}/audiences/{audience_id}",
  9: "GET /v0/pages/{page_id}/audience_sessions/{audience_session_id}",
  10: "POST /v0/pages/{page_id}/audiences/{audience_id}/versions",
  11: "GET /v0/accounts/{account_id}/logs/{account_log_id}",
  12: "POST /v0/persons",
  13: "PATCH /v0/page_links/{page_link_id}",
  14: "POST /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/cancel",
  15: "GET /v0/persons",
  16: "POST /v0/topics/{topic_id}/entries",
  17: "GET /v0/topics/{topic_id}",
  18: "GET /v0/persons/{person_id}",
  19: "GET /v0/audience_sessions/{audience_session_id}/interactions",
  20: "POST /v0/pages/{page_id}/audiences/{audience_id}/messages/{message_id}/restore",
  21: "GET /v0/webhook_subscriptions",
};

describe("openapi.json", () => {
  test("is up to date with the operations (npm run openapi writes it)", () => {
    expect(file).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });

  test("is valid for a public linter, without a warning", async () => {
    // This rule looks at no patterns; the next test does.
    const config = await createConfig({ extends: ["recommended"], rules: { "no-ambiguous-paths": "off" } });
    const found = await lintFromString({ source: file, absoluteRef: "openapi.json", config });
    expect(found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
  });

  test("has no two paths that one address could mean: an identifier's pattern has no room for the fixed words beside it", () => {
    const paths = Object.entries(document.paths).map(([path, methods]) => segmentsOf(path, Object.values(methods)));
    const pairs = paths.flatMap((one, index) => paths.slice(index + 1).map((other) => [one, other] as const));
    const alike = pairs.filter(
      ([one, other]) => one.length === other.length && one.every((segment, at) => mayMeet(segment, other[at])),
    );
    expect(alike).toEqual([]);
    const personId = { name: "person_id", schema: { pattern: "^person_[0-9a-hjkmnp-tv-z]{26}$" } };
    expect(described(operations.getPersonNeighbours)?.parameters[0]).toMatchObject(personId);
  });

  test("has the 21 numbered operations exactly once, each at its path", () => {
    const numbered = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { "x-tier": tier }]) => tier === "contract")
        .map(([method, { "x-number": number }]) => [number, `${method.toUpperCase()} ${path}`]),
    );
    expect(numbered).toHaveLength(21);
    expect(Object.fromEntries(numbered)).toEqual(contract);
  });

  test("has every operation with its scope and state, and no other", () => {
    const listed = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(listed.map(({ operationId }) => operationId).sort()).toEqual([...Object.keys(operations), eventStream.id].sort());
    for (const operation of all) {
      const entry = described(operation);
      expect(entry).toMatchObject({
        operationId: operation.id,
        ...(!operation.anyKey && { "x-scope": operation.access }),
        "x-tier": operation.tier,
      });
      expect(document.tags.map(({ name }) => name)).toContain(entry?.tags[0] as string);
    }
  });

  test("has an Idempotency-Key where one is accepted, and nowhere else", () => {
    for (const operation of all) {
      const offered = described(operation)?.parameters.some((parameter) => "$ref" in parameter);
      expect(offered).toBe(takesIdempotencyKey(operation));
      expect(takesIdempotencyKey(operation)).toBe(["POST", "PATCH"].includes(operation.method) && operation.id !== "previewPage");
    }
  });

  test("lists under each status every code an operation can answer with", () => {
    for (const operation of all) {
      const refused = Object.entries(described(operation)?.responses ?? {}).filter(([status]) => Number(status) >= 400);
      const codes = refused.flatMap(([status, response]) => {
        const { "x-codes": listed, content } = resolved(response);
        for (const code of listed) expect(errors[code].status).toBe(Number(status) as never);
        expect(content["application/problem+json"].schema).toEqual({ $ref: "#/components/schemas/Problem" });
        return listed;
      });
      expect(codes.sort()).toEqual(possibleErrors(operation).sort());
    }
  });

  test("says of each item of a list what it is", () => {
    const lists = [...schemasIn(document)].filter(({ type }) => [type].flat().includes("array"));
    expect(lists.length).toBeGreaterThan(100);
    const untyped = lists.filter(({ items = {} }) => {
      const isAnyObject = items.type === "object" && items.properties === undefined;
      return isAnyObject || !["type", "$ref", "anyOf", "oneOf", "enum", "const"].some((word) => word in items);
    });
    expect(untyped).toEqual([]);
  });

  test("describes the items of batches as what is sent alone", () => {
    const bodyOf = (operation: Operation) => described(operation)?.requestBody?.content["application/json"]?.schema as Schema;
    const itemsOf = (operation: Operation, field: string) => bodyOf(operation).properties?.[field]?.items;
    const { externalId, ...others } = bodyOf(operations.createAudience).properties ?? {};
    expect(itemsOf(operations.upsertPersonBatch, "persons")).toEqual(bodyOf(operations.createPerson));
    expect(itemsOf(operations.createAudienceBatch, "audiences")).toEqual(bodyOf(operations.createAudience));
    const keyed = itemsOf(operations.upsertAudienceBatch, "audiences");
    expect(keyed).toMatchObject({ type: "object", required: ["externalId"], additionalProperties: false });
    expect(Object.keys(keyed?.properties ?? {}).sort()).toEqual(["externalId", ...Object.keys(others)].sort());
  });

  test("shows examples that the operations accept and answer with", () => {
    for (const operation of all) {
      const entry = described(operation);
      const [media] = Object.values(entry?.requestBody?.content ?? {});
      const { file, ...fields } = (media?.example ?? {}) as Record<string, unknown>;
      const sent = operation.upload ? fields : media?.example;
      expect(file === undefined).toBe(operation.upload === undefined);
      if (operation.body) expect(operation.body.safeParse(sent).error).toBeUndefined();
      // The reference shows it between single quotes, to be pasted into a shell.
      expect(JSON.stringify(sent) ?? "").not.toContain("'");
      const { $ref } = success(entry?.responses ?? {}).content["application/json"].schema;
      const [given] = document.components.schemas[$ref?.split("/").at(-1) ?? ""]?.examples ?? [];
      if ($ref) expect(operation.response().safeParse(given).error).toBeUndefined();
    }
  });
});

test("the document lists every event under `webhooks`", () => {
  const { webhooks } = JSON.parse(file) as { webhooks: object };
  expect(Object.keys(webhooks).sort()).toEqual(Object.keys(events).sort());
});

interface ProblemResponse {
  "x-codes": ErrorCode[];
  content: { "application/problem+json": { schema: object } };
}

function resolved(response: object): ProblemResponse {
  const { $ref } = response as { $ref: string };
  return document.components.responses[$ref.split("/").at(-1) as string] as ProblemResponse;
}

function success(responses: Record<string, object>) {
  return (responses["201"] ?? responses["200"]) as { content: { "application/json": { schema: { $ref?: string } } } };
}

interface Schema {
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** Every object of the document that may be a schema. */
function* schemasIn(value: unknown): Generator<Schema> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Schema;
  for (const inner of Object.values(value)) yield* schemasIn(inner);
}

/** A fixed word, or what a parameter may be. */
interface Segment {
  word: string | undefined;
  patterns: RegExp[];
}

function segmentsOf(path: string, methods: OperationObject[]): Segment[] {
  return path.split("/").map((segment) => {
    if (!segment.startsWith("{")) return { word: segment, patterns: [] };
    const parameters = methods.flatMap((method) => method.parameters.filter((parameter) => "schema" in parameter));
    const own = parameters.filter(({ name }) => `{${name}}` === segment);
    return { word: undefined, patterns: own.map(({ schema }) => new RegExp(schema.pattern ?? "")) };
  });
}

/** Two parameters may. */
function mayMeet(one: Segment, other: Segment | undefined): boolean {
  if (one.word === undefined && other?.word === undefined) return true;
  if (one.word !== undefined && other?.word !== undefined) return one.word === other.word;
  const word = one.word ?? other?.word ?? "";
  return [...one.patterns, ...(other?.patterns ?? [])].some((pattern) => pattern.test(word));
}
