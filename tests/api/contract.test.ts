import { beforeAll, describe, expect, test } from "bun:test";
import { type EventType, errors, events, type Operation, type ProblemBody } from "../../contract";
import { openapiDocument } from "../../contract/openapi";
import { version } from "../../package.json";
import { onBothEngines } from "../support/database/engines";
import { leastPage, makeAudience } from "../support/features/versions";
import { chromeAgent, post, visit, visitorTokenIn } from "../support/features/visitor";
import { computed, TabByHand, trackerTokenIn } from "../support/features/visits";
import { sampleFile } from "../support/samples/images";
import {
  allOperations,
  camelCase,
  isChosen,
  isCreating,
  neverGiven,
  recordParams,
  refersTo,
} from "../support/samples/path-params";
import { givenParams, idIn, type Request, send, World } from "../support/samples/world";
import { contentOf, pathOf } from "../support/service/api";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const enoughToFill = 210;
/** Most refusals come before any engine is asked: on the second, every third operation will do. */
const shareOnPostgres = 3;
/** They send something, and change no record. */
const withoutEvent = [
  "tryQuestion",
  "retryFailedJob",
  "redeliverWebhookDelivery",
  "recoverWebhookDeliveries",
  "testWebhookSubscription",
];
/** Takes more than a request: shown in the tests of their resource. */
const shownElsewhere = ["page_too_large", "updateTopicEntry topic_full", "createEntryFromQuestion topic_full"];
const eventsElsewhere = ["webhook_subscription.disabled"];

onBothEngines("contract", (engine) => {
  const service = useService(engine);
  let world: World;
  let stranger: World;
  const succeeded = new Set<string>();
  const some = allOperations.filter((_, index) => engine === "sqlite" || index % shareOnPostgres === 0);

  beforeAll(async () => {
    world = await World.build((await createTenant(service(), "north")).api, "north", service().db);
    stranger = await World.build((await createTenant(service(), "south")).api, "south", service().db);
  });

  /** Every answer is held against the declaration by the client itself. */
  async function answer(operation: Operation, request: Request) {
    const received = await send(world.api, operation, request);
    if (received.status < 400) succeeded.add(operation.id);
    return received;
  }

  describe("success is answered as declared", () => {
    for (const operation of allOperations) {
      test(operation.id, async () => {
        const first = { params: await world.params(operation), body: world.body(operation) };
        expect(await answer(operation, first)).toMatchObject({ status: operation.status });
        if (operation.findsExisting) expect(await answer(operation, first)).toMatchObject({ status: 200 });

        const fewest = { params: await world.params(operation), body: world.body(operation, { fewest: true }) };
        expect(await answer(operation, fewest)).toMatchObject({ status: operation.status });

        if (operation.bodyOptional) {
          const { status } = await answer(operation, { params: await world.params(operation) });
          expect(status).toBe(operation.status);
        }
      });
    }
  });

  test("the identifiers in paths are as openapi.json describes them", async () => {
    const { paths } = openapiDocument(version);
    for (const operation of allOperations) {
      const params = await world.standingParams(operation);
      const names = recordParams(operation);
      const described = paths[operation.path]?.[operation.method.toLowerCase()]?.parameters ?? [];
      const patterns = described.flatMap((one) => ("schema" in one && names.includes(one.name) ? [one] : []));
      expect(patterns.map(({ name }) => name)).toEqual(names);
      for (const { name, schema } of patterns) expect(params[name]).toMatch(new RegExp(schema.pattern ?? "it has none"));
    }
  });

  describe("a change is recorded as an event that carries what is declared", () => {
    for (const operation of allOperations.filter((one) => !onlyReads(one) && !withoutEvent.includes(one.id))) {
      test(operation.id, async () => {
        const params = await world.params(operation);
        const before = await newestEventId(world);
        await answer(operation, { params, body: world.body(operation) });
        if (operation.method === "DELETE") await answer(operation, { params }); // what was in a trash, for good
        const recorded = await eventsAfter(world, before);
        expect(recorded.length).toBeGreaterThan(0);
        for (const event of recorded) expectDeclared(event);
      });
    }
  });

  describe("whatever needs read access alone records no event", () => {
    for (const operation of allOperations.filter((one) => onlyReads(one) && one.method !== "GET")) {
      test(operation.id, async () => {
        const request = { params: await world.params(operation), body: world.body(operation) };
        const before = await newestEventId(world);
        expect(await answer(operation, request)).toMatchObject({ status: operation.status });
        expect(await newestEventId(world)).toBe(before);
      });
    }
  });

  describe("failure is answered as declared", () => {
    for (const operation of some) {
      test(operation.id, async () => {
        const params = await world.standingParams(operation);
        const body = world.body(operation);
        const refusal = async (request: Request) => ((await answer(operation, request)).body as ProblemBody).code;

        expect(await refusal({ params, body, query: { unknown: "x" } })).toBe("validation_failed");
        if (operation.body) {
          expect(await refusal({ params, body: { ...(body as object), unknown: "x" } })).toBe("validation_failed");
          const headers = { "content-type": "text/plain" };
          expect(await refusal({ params, body, headers })).toBe("unsupported_media_type");
        }
        if (operation.errors?.includes("not_found"))
          expect(await refusal({ params: missing(operation, params), body })).toBe("not_found");
        if (operation.errors?.includes("invalid_cursor"))
          expect(await refusal({ params, query: { cursor: "nonsense" } })).toBe("invalid_cursor");
      });
    }
  });

  describe("a declared conflict happens", () => {
    for (const operation of allOperations) {
      const conflicts = (operation.errors ?? []).filter(
        (code) =>
          errors[code].status === 409 && !shownElsewhere.includes(code) && !shownElsewhere.includes(`${operation.id} ${code}`),
      );
      if (conflicts.length === 0) continue;
      test(`${operation.id}: ${conflicts.join(", ")}`, async () => {
        const seen = new Set<string>();
        for await (const received of provocations(operation)) {
          if (received.status === 409) seen.add((received.body as ProblemBody).code);
          if (conflicts.every((code) => seen.has(code))) break;
        }
        expect([...seen].sort()).toEqual([...conflicts].sort());
      });
    }
  });

  let quarrelsome: Promise<World> | undefined;
  async function newWorld(name: string): Promise<World> {
    return World.build((await createTenant(service(), name)).api, "east", service().db);
  }

  /** Situations in which a conflict may arise. The last fills a tenant up, which is one of its own. */
  async function* provocations(operation: Operation) {
    quarrelsome ??= newWorld("quarrelsome");
    const own = await quarrelsome;
    const { api } = own;
    const attempt = (request: Request) => send(api, operation, request);
    const params = await own.params(operation);
    const body = own.body(operation) as Record<string, unknown> | undefined;
    const another = own.body(operation) as Record<string, unknown> | undefined;
    yield await attempt({ params, body });
    yield await attempt({ params, body }); // the same once more
    for (const field of Object.keys(body ?? {})) yield await attempt({ params, body: { ...body, [field]: another?.[field] } });
    for (const ending of endingsOf(operation)) {
      const ended = await own.params(operation);
      await send(api, ending, { params: ended });
      yield await attempt({ params: ended, body: own.body(operation) });
      if (ending.method !== "DELETE") continue;
      await send(api, ending, { params: ended }); // from a trash, for good
      yield await attempt({ params: ended, body: own.body(operation) });
    }
    const newcomer = await createTenant(service(), `newcomer to ${operation.id}`);
    for (const given of await givenParams(newcomer.api, operation))
      yield await send(newcomer.api, operation, { params: given, body: own.body(operation) });
    const creator = creatorOf(operation);
    if (creator) {
      const { sent } = await own.make(creator); // what another record has
      yield await attempt({ params, body: body && pick(sent, Object.keys(body)) });
    }
    for (const [referring, field] of referringTo(operation)) {
      const held = await own.params(operation);
      const id = Object.values(held).at(-1);
      const reference = { ...(own.body(referring) as object), [field]: id };
      await send(api, referring, { params: await own.params(referring), body: reference });
      yield await attempt({ params: held, body });
    }
    if (creator && recordParams(creator).length === 0) {
      const { sent, body: ours } = await own.make(creator); // another tenant was first
      const name = recordParams(operation).at(-1) as string;
      const { body: theirs } = await send(stranger.api, creator, { body: stranger.adopted(sent) });
      await send(stranger.api, operation, { params: { [name]: idIn(theirs, name, creator) }, body: stranger.body(operation) });
      yield await attempt({ params: { [name]: idIn(ours, name, creator) }, body });
    }
    service().dns.silent = true;
    const unheard = await attempt({ params: await own.params(operation), body });
    service().dns.silent = false;
    yield unheard;
    const full = await newWorld(`filled by ${operation.id}`);
    const place = await full.params(operation);
    for (let count = 0; count < enoughToFill; count += 1)
      yield await send(full.api, operation, { params: place, body: full.body(operation) });
  }

  describe("a missing record, another tenant's and another parent's get byte-identical answers", () => {
    for (const operation of allOperations.filter(({ errors }) => errors?.includes("not_found"))) {
      test(operation.id, async () => {
        const own = await world.standingParams(operation);
        const another = recordParams(operation).length > 1 ? await world.standingParams(operation, "another") : own;
        const strangers = await stranger.standingParams(operation);
        const body = world.body(operation);
        const wrong = [missing(operation, own), strangers];
        for (const name of recordParams(operation)) {
          wrong.push({ ...own, [name]: "nothing" }, { ...own, [name]: neverGiven(own[name] as string) });
          wrong.push({ ...own, [name]: strangers[name] as string });
          if (recordParams(operation).length > 1) wrong.push({ ...own, [name]: another[name] as string });
        }
        const answers = await Promise.all(wrong.map((params) => exactAnswer(world, operation, { params, body })));
        expect(answers[0]).toStartWith("404 ");
        for (const text of answers) expect(text).toBe(answers[0] as string);
      });
    }
  });

  /** What visitors do is no operation. */
  async function visitorWrites(): Promise<void> {
    const { pageId } = await world.api.call("createPage", { body: { ...leastPage, name: "Visited" } });
    const { topicId } = await world.api.call("createTopic", { body: { title: "Words" } });
    const content = { type: "faq", content: "What is a foyer?\nAn entrance hall." };
    await world.api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    await world.api.call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    await world.api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
    const { personId } = await world.api.call("createPerson", { body: { name: "Visited", email: "visited@navy.example" } });
    await makeAudience(world.api, { personId }, pageId);
    const { items } = await world.api.call("listPageLinks", {});
    const { html } = await visit(service(), `/north${items[0]?.path}`);
    const page = visitorTokenIn(html);
    for (const question of ["Who is there?", "What is a foyer?"]) await post(service(), "/_foyer/ask", { page, question });
    await post(service(), "/_foyer/forms", { page, name: "Grace", email: "grace@navy.example" });
    for (const agent of [chromeAgent, "Googlebot/2.1"]) {
      const tab = new TabByHand(service(), trackerTokenIn(html), undefined, undefined, { "user-agent": agent });
      await tab.send(0, [tab.event("s", 0, "", 0)]);
    }
    await computed(service());
    service().advance(31 * 60_000);
    await computed(service());
  }

  test("every declared event has happened in this run, and carries what is declared for it", async () => {
    await visitorWrites();
    for (const tenant of [world, stranger]) {
      const recorded = await eventsAfter(tenant, "");
      expect(recorded.length).toBeGreaterThan(allOperations.filter(isCreating).length);
      for (const event of recorded) expectDeclared(event);
      const happened = new Set(recorded.map(({ type }) => type));
      const missing = Object.keys(events).filter((type) => !happened.has(type as EventType));
      // It takes a receiver: shown in the tests of its resource.
      if (tenant === world) expect(missing.sort()).toEqual(eventsElsewhere);
    }
  });

  test("every operation was answered with success in this run", () => {
    expect(allOperations.map(({ id }) => id).filter((id) => !succeeded.has(id))).toEqual([]);
  });
});

interface RecordedEvent {
  eventId: string;
  type: EventType;
  data: unknown;
}

function expectDeclared({ type, data }: RecordedEvent): void {
  const checked = events[type]().safeParse(data);
  if (!checked.success) throw new Error(`${type} carries ${JSON.stringify(data)}: ${checked.error.message}`);
}

async function newestEventId({ api }: World): Promise<string> {
  const { items } = await api.call("listEvents", { query: { limit: 1 } });
  return items[0]?.eventId ?? "";
}

async function eventsAfter({ api }: World, eventId: string): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await api.call("listEvents", { query: { limit: 100, cursor } });
    const newer = page.items.filter((event) => event.eventId > eventId);
    found.push(...newer);
    if (page.nextCursor === null || newer.length < page.items.length) return found;
    cursor = page.nextCursor;
  }
}

function onlyReads({ access }: Operation): boolean {
  return access.endsWith(":read");
}

function missing(operation: Operation, params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, isChosen(operation, name) ? value : neverGiven(value)]),
  );
}

/** Operations that end the record this one is about, or one of its parents, or do something else with it. */
function endingsOf({ path }: Operation): Operation[] {
  const record = path.slice(0, path.lastIndexOf("}") + 1);
  return allOperations.filter(
    ({ method, path: other, bodyOptional }) =>
      (method === "DELETE" && path.startsWith(other)) || (bodyOptional && other.startsWith(`${record}/`) && other !== path),
  );
}

/** The operation that creates the record this one is about. */
function creatorOf({ path }: Operation): Operation | undefined {
  return allOperations.filter((candidate) => isCreating(candidate) && path.startsWith(`${candidate.path}/{`)).at(-1);
}

/** Creating operations with a field that names the record this operation is about. */
function referringTo(operation: Operation): [Operation, string][] {
  const name = recordParams(operation).at(-1);
  if (name === undefined) return [];
  return allOperations.filter(isCreating).flatMap((candidate) => {
    const field = Object.keys(candidate.body?.shape ?? {}).find((known) => refersTo(known, camelCase(name)));
    return field === undefined ? [] : [[candidate, field] as [Operation, string]];
  });
}

function pick(value: unknown, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => names.includes(name)));
}

/** Status, headers and body, without what is each request's own. */
async function exactAnswer({ api }: World, operation: Operation, { params = {}, body }: Request): Promise<string> {
  const { headers: own, ...content } = contentOf(operation, body, sampleFile());
  const response = await fetch(api.origin + pathOf(operation, params), {
    method: operation.method,
    headers: { "x-api-key": api.key, ...own },
    ...content,
  });
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id" && name !== "date").sort();
  const text = (await response.text()).replace(/request_[a-z0-9]{26}/g, "request_…");
  return `${response.status} ${JSON.stringify(headers)} ${text}`;
}
