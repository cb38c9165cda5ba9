import { beforeAll, describe, expect, test } from "bun:test";
import {
  maxTokensPerText,
  newAudience,
  type Operation,
  operations,
  type ProblemBody,
  type Sendable,
  tokensKey,
} from "../../contract";
import { createTokenCheck } from "../../server/rendering/tokens";
import { sql } from "../../server/storage/sql";
import { onTodaysEngine } from "../support/database/engines";
import { withLiteral } from "../support/samples/bad-input";
import { allOperations } from "../support/samples/path-params";
import { type Schema, sampleOf, schemaOf } from "../support/samples/samples";
import { send, World } from "../support/samples/world";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const texts = "title description author themeColor keywords[] ogTitle ogDescription ogImageAlt ogSiteName twitterTitle";
const metadata = [
  ...`${texts} twitterDescription twitterImageAlt twitterSite twitterCreator`.split(" ").map((field) => `${field} text`),
  ...["canonicalUrl url", "ogUrl url"],
];
const page = [
  "name text",
  ...["actions[].buttonTitle text", "actions[].url url", "actionCardWidgets[].title text"],
  ...["actionCardWidgets[].logos[].image.altText text", "actionCardWidgets[].logos[].image.url url"],
  ...["footerLinks[].title text", "footerLinks[].links[].text text", "footerLinks[].links[].url url"],
  ...metadata.map((place) => `metadata.${place}`),
];
const overrides = [
  ...["actionFormInstructionsOverride text", "actionUrlOverride url"],
  ...metadata.map((place) => `metadataOverride.${place}`),
];
const form = [
  ...[
    "name text",
    "instructions text",
    "fields[].label text",
    "fields[].step text",
    "fields[].options[] text",
    "buttonTitle text",
    "consent text",
  ],
  ...["thanks.title text", "thanks.text text", "next.title text", "next.url url"],
];

/** Every field that a page shows, written down apart from the contract. */
const table: Record<string, string[]> = {
  createPage: page,
  updatePage: [...page, "title text"],
  createAudience: overrides,
  upsertAudienceByExternalId: overrides,
  updateAudience: overrides,
  previewPage: [...[...page, "title text"].map((place) => `page.${place}`), ...overrides.map((place) => `overrides.${place}`)],
  createMessage: overrides.map((place) => `changes.${place}`),
  createTopic: ["title text"],
  updateTopic: ["title text"],
  createTopicEntry: ["content.content text"],
  updateTopicEntry: ["content.content text"],
  createEntryFromQuestion: ["answer text", "question text"],
  createForm: form,
  updateForm: form,
};

type Path = (string | number)[];
const broken = "Dear {{ person.nme }}";
const brokenAddress = "/?for={{person.nme}}";

test("in every operation, exactly the fields that a page shows may hold tokens", () => {
  const declared = allOperations.map(({ id, body }) => [id, body ? tokenFieldsIn(schemaOf(body)).map(named) : []] as const);
  const holding = Object.fromEntries(
    declared.filter(([, places]) => places.length > 0).map(([id, places]) => [id, places.sort()]),
  );
  expect(holding).toEqual(Object.fromEntries(Object.entries(table).map(([id, places]) => [id, [...places].sort()])));
});

test("an operation without such fields needs no check", () => {
  const idle = allOperations.filter(({ body }) => body && createTokenCheck(body) === undefined);
  expect(idle.map(({ id }) => id)).toContain("createPerson");
  expect(idle.filter(({ id }) => id in table)).toEqual([]);
});

onTodaysEngine("tokens", (engine) => {
  const service = useService(engine);
  let world: World;

  beforeAll(async () => {
    world = await World.build((await createTenant(service(), "north")).api, "north", service().db);
  });

  describe("an invalid token in any field that a page shows is refused, with its location", () => {
    for (const id of Object.keys(table)) {
      test(id, async () => {
        const operation = operations[id as keyof typeof operations] as Operation;
        const params = await world.params(operation);
        const right = world.body(operation);
        for (const { path, kind } of tokenFieldsOf(operation)) {
          const literal = JSON.stringify(kind === "url" ? brokenAddress : broken);
          const body = JSON.parse(withLiteral(right, path, literal));
          const { status, body: problem } = await send(world.api, operation, { params, body });
          expect(status).toBe(422);
          expect((problem as ProblemBody).errors).toEqual([
            {
              location: located(path),
              code: "bad_token",
              message: expect.stringContaining("unknown token person.nme (line 1, column "),
            },
          ]);
        }
      });

      test(`${id} reports all of them at once, along with other problems`, async () => {
        const operation = operations[id as keyof typeof operations] as Operation;
        const places = tokenFieldsOf(operation);
        const spoiled = places.reduce(
          (body, { path, kind }) => JSON.parse(withLiteral(body, path, JSON.stringify(kind === "url" ? brokenAddress : broken))),
          { ...(world.body(operation) as object), unknown: 1 } as unknown,
        );
        const { body: problem } = await send(world.api, operation, { params: await world.params(operation), body: spoiled });
        const { errors = [] } = problem as ProblemBody;
        const expected = [...places.map(({ path }) => `${located(path)} bad_token`), "body.unknown unknown_field"];
        expect(errors.map(({ location, code }) => `${location} ${code}`).sort()).toEqual(expected.sort());
      });

      test(`${id} accepts valid ones and returns them unchanged`, async () => {
        const operation = operations[id as keyof typeof operations] as Operation;
        const good = {
          text: 'Dear {{ person.firstName | default: "friend" }}',
          url: '/?for={{ person.email | default: "you" }}',
        };
        const body = tokenFieldsOf(operation).reduce(
          (made, { path, kind }) => JSON.parse(withLiteral(made, path, JSON.stringify(good[kind]))),
          world.body(operation),
        );
        const received = await send(world.api, operation, { params: await world.params(operation), body });
        expect(received.status).toBe(operation.status);
        expect(JSON.stringify(received.body)).toContain(JSON.stringify(good.text).slice(1, -1));
      });
    }
  });

  test("each audience of a batch is checked, and gets its own problems", async () => {
    const params = { page_id: (await world.params(operations.createAudience)).page_id as string };
    const places = tokenFieldsIn(schemaOf(newAudience));
    expect(places.map(named).sort()).toEqual([...overrides].sort());
    const sample = sampleOf(newAudience, { word: "sample1" }) as Record<string, unknown>;
    const right = { ...sample, personId: null, accountId: null, externalId: undefined };
    const audiences = places.map(({ path, kind }) =>
      JSON.parse(withLiteral(right, path, JSON.stringify(kind === "url" ? brokenAddress : broken))),
    );
    const { results } = await world.api.call("createAudienceBatch", { params, body: { audiences: [...audiences, right] } });
    expect(results.map(({ problem }) => problem?.errors?.map(({ location, code }) => `${location} ${code}`) ?? null)).toEqual([
      ...places.map(({ path }, index) => [`${located(path).replace("body", `body.audiences[${index}]`)} bad_token`]),
      null,
    ]);
  });

  test("what no visitor sees may hold anything", async () => {
    const anything = "{% raw %} {{ nobody.knows";
    const person = await world.api.call("createPerson", { body: { name: anything } });
    expect(person.name).toBe(anything);
    const body = world.body(operations.createPage) as Sendable<typeof operations.createPage>["body"] & object;
    const script = { content: anything, enabled: true, name: anything, description: anything };
    const created = await world.api.call("createPage", {
      body: { ...body, pageContext: anything, scripts: [script] },
    });
    expect([created.pageContext, created.scripts]).toEqual([anything, [script]]);
    const topic = await world.api.call("createTopic", { body: { title: "Topic", purpose: anything } });
    expect(topic.purpose).toBe(anything);
  });

  test("an update is checked for what it sends, not for what is already stored", async () => {
    const params = (await world.params(operations.updatePage)) as { page_id: string };
    await service().db.transaction((tx) =>
      tx.run(sql`UPDATE pages SET title = ${broken} WHERE tenant_id <> '' AND page_id = ${params.page_id}`),
    );
    expect((await world.api.call("updatePage", { params, body: { name: "Renamed" } })).title).toBe(broken);
    const { errors } = await world.api.refusal("updatePage", { params, body: { title: broken } });
    expect(errors?.map(({ location }) => location)).toEqual(["body.title"]);
  });

  describe("in an address", () => {
    const inQuery = "must have tokens in the values of its query alone, as in ?name={{ person.name }} (line 1, column ";
    const refused: Record<string, string> = {
      "java{{ person.name }}script:alert(1)": "bad_format",
      "{{ person.name }}javascript:alert(1)": "bad_format",
      "java{{ 'x' }}script:alert(1)?a={{ person.name }}": "bad_format",
      "{{ person.name }}": inQuery,
      "ht{{ person.name }}tps://acme.example/": inQuery,
      "https://{{ account.domain }}/": inQuery,
      "https://acme.example/{{ person.name }}?a=b": inQuery,
      "https://acme.example/a=b{{ person.name }}": inQuery,
      "https://acme.example/?{{ person.name }}=b": inQuery,
      "https://acme.example/?a=b&{{ person.name }}": inQuery,
      "https://acme.example/?a=b#{{ person.name }}": inQuery,
      "https://acme.example/#?a={{ person.name }}": inQuery,
      "https://acme.example/?a={{ person.name }}&b{{ person.name }}": inQuery,
      "https://acme.example/?a=b c{{ person.name }}": "bad_format",
      '/?a={{ person.name }}"onmouseover=alert(1)': "bad_format",
      "/?a={{ person.name }}<script>": "bad_format",
      "/?a={{ person.name": "bad_format",
      "/?a={{person.name": "must have one value",
      "/?a={%x%}": "must not have tags",
    };
    const accepted = [
      'https://acme.example/?e={{ person.email | default: "x" }}',
      "https://acme.example/a?a=b&e=x-{{ person.email }}-{{person.name|upcase}}&c=d#e",
      "mailto:ada@acme.example?subject=For%20{{ person.name }}",
      '?q={{ "a b" }}',
    ];

    test("tokens are allowed only in query values, and can't get around the check of addresses", async () => {
      const params = (await world.params(operations.updateAudience)) as { page_id: string; audience_id: string };
      for (const [address, wanted] of Object.entries(refused)) {
        const { errors = [] } = await world.api.refusal("updateAudience", { params, body: { actionUrlOverride: address } });
        expect({ address, errors }).toEqual({
          address,
          errors: expect.arrayContaining([
            wanted === "bad_format"
              ? expect.objectContaining({ location: "body.actionUrlOverride", code: "bad_format" })
              : { location: "body.actionUrlOverride", code: "bad_token", message: expect.stringContaining(wanted) },
          ]),
        });
      }
      for (const address of accepted) {
        const audience = await world.api.call("updateAudience", { params, body: { actionUrlOverride: address } });
        expect(audience.actionUrlOverride).toBe(address);
      }
    });

    test("of a brand's logo tokens are refused", async () => {
      const address = '/?a={{ person.name | default: "x" }}';
      const { errors } = await world.api.refusal("createBrand", { body: { name: "Brand", logo: { url: address } } });
      expect(errors?.map(({ location, code }) => `${location} ${code}`)).toEqual(["body.logo.url bad_format"]);
    });
  });

  test(`a text has at most ${maxTokensPerText} tokens`, async () => {
    const params = (await world.params(operations.createTopicEntry)) as { topic_id: string };
    const entry = (tokens: number) => ({ content: { type: "text", content: "{{person.name}} ".repeat(tokens) } });
    await world.api.call("createTopicEntry", { params, body: entry(maxTokensPerText) });
    const { errors } = await world.api.refusal("createTopicEntry", { params, body: entry(maxTokensPerText + 1) });
    expect(errors?.[0]?.message).toBe("must have at most 200 tokens (line 1, column 3201)");
  });
});

interface TokenField {
  path: Path;
  kind: "text" | "url";
}

function tokenFieldsOf({ body }: Operation): TokenField[] {
  return tokenFieldsIn(schemaOf(body as NonNullable<Operation["body"]>));
}

/** The first item of an array stands for all of them. */
function tokenFieldsIn(schema: Schema & { [tokensKey]?: TokenField["kind"] }, path: Path = []): TokenField[] {
  const kind = schema[tokensKey];
  return [
    ...(kind ? [{ path, kind }] : []),
    ...(schema.anyOf ?? []).flatMap((choice) => tokenFieldsIn(choice, path)),
    ...(schema.items ? tokenFieldsIn(schema.items, [...path, 0]) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => tokenFieldsIn(property, [...path, name])),
  ];
}

function named({ path, kind }: TokenField): string {
  return `${located(path).slice("body.".length).replaceAll("[0]", "[]")} ${kind}`;
}

function located(path: Path): string {
  return path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `.${key}`), "body");
}
