import type { Operation } from "../../../contract";
import { openDatabase } from "../../../server/storage/open";
import type { Database } from "../../../server/storage/port";
import type { Storage } from "../../support/database/engines";
import { addManyRows } from "../../support/database/many-rows";
import { allOperations } from "../../support/samples/path-params";
import { send, World } from "../../support/samples/world";
import type { Api } from "../../support/service/api";
import type { ServerProcess } from "../../support/service/process";
import { createTenant } from "../../support/service/tenants";
import type { ReaderOptions } from "./reader";

const atOnce = 8;

/** How much the bad neighbour has. */
export interface StageSize {
  /** Of the bodies it sends; the API takes a MiB. */
  bodyBytes: number;
  /** Of the topics that feed every page. */
  sharedBytes: number;
  /** How many short entries are among them; the others are long. */
  shortEntries: number;
  /** In each list. */
  records: number;
  /** Of topics with all their entries, of 3 MB each. */
  largeTopics: number;
  /** Of one account. */
  persons: number;
  /** Small ones, in every table that a list reads. */
  rows: number;
  /** Between two reads of the other tenant; 10 by default. */
  readEveryMs?: number;
}

export interface NeighboursStage extends AsyncDisposable {
  /** The bad neighbour: an ordinary tenant with the largest records. */
  bad: World;
  badApi: Api;
  /** By the name of a list: the path parameters with which it has many records. */
  filled: ReadonlyMap<string, Record<string, string>>;
  /** What the good one reads all the time. */
  reads: ReaderOptions;
}

export async function createNeighbours(server: ServerProcess, storage: Storage, size: StageSize): Promise<NeighboursStage> {
  const db = openDatabase(storage);
  try {
    const { api, tenantId } = await createTenant({ db, origin: server.origin }, "bad");
    // The first of all, because it counts the rows of every tenant.
    await addManyRows(db, tenantId, size.rows);
    const reads = await goodTenant(server, db, size.readEveryMs);
    await fillTopics(api, size);
    const bad = await World.build(api, "bad", db, size.bodyBytes);
    await Promise.all(
      times(size.persons, (index) =>
        api.call("createPerson", { body: { name: `Person ${index}`, email: `p${index}@crowded.example` } }),
      ),
    );
    const filled = new Map<string, Record<string, string>>();
    for (const list of allOperations.filter(isList)) filled.set(list.id, await fillList(bad, list, size.records));
    return { bad, badApi: api, filled, reads, [Symbol.asyncDispose]: () => db.close() };
  } catch (error) {
    await db.close();
    throw error;
  }
}

export function isList({ method, query }: Operation): boolean {
  return method === "GET" && query !== undefined && "limit" in query.shape;
}

/** A person, and a page that is live. */
async function goodTenant({ origin }: ServerProcess, db: Database, everyMs = 10): Promise<ReaderOptions> {
  const { api } = await createTenant({ db, origin }, "good");
  const { personId } = await api.call("createPerson", { body: { name: "Ada Lovelace", email: "ada@acme.example" } });
  const page = { name: "Welcome", pageContext: "About us", brandId: "none", actions: [], actionCardWidgets: [], scripts: [] };
  const { pageId } = await api.call("createPage", { body: page });
  await api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
  const { audienceId } = await api.call("createAudience", { params: { page_id: pageId }, body: { personId } });
  const { publicUrl } = await api.call("getEffectiveAudience", { params: { page_id: pageId, audience_id: audienceId } });
  const requests = [
    { url: `${origin}/v0/persons/${personId}`, headers: { "x-api-key": api.key } },
    { url: String(publicUrl), headers: {} },
  ];
  return { requests, everyMs };
}

const longEntry = "**bold** {{person.name}} [link](https://example.com) <b>&amp;</b>\n\n- item\n- item\n\n> quoted\n\n";
const maxEntryLength = 98_000;
const entryOverheadBytes = 300;

/** Topics that feed every page, as much as fits; and far more topics, which feed none. */
async function fillTopics(api: Api, { sharedBytes, shortEntries, largeTopics }: StageSize): Promise<void> {
  const longEntries = Math.floor((sharedBytes - shortEntries * entryOverheadBytes) / maxEntryLength);
  const perTopic = 200;
  for (let made = 0; made < shortEntries; made += perTopic)
    await addTopic(api, true, Array<string>(perTopic).fill("{{person.name}} _and_ [a](https://example.com)"));
  if (longEntries > 0) await addTopic(api, true, Array<string>(longEntries).fill(textOf(longEntry, maxEntryLength)));
  for (let made = 0; made < largeTopics; made += 1)
    await addTopic(api, false, Array<string>(30).fill(textOf(longEntry, maxEntryLength)));
}

async function addTopic(api: Api, isDefault: boolean, entries: string[]): Promise<void> {
  const { topicId } = await api.call("createTopic", { body: { title: "For {{person.name}}", isDefault } });
  const add = (content: string) =>
    api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type: "markdown", content } } });
  await Promise.all(times(entries.length, (index) => add(entries[index] as string)));
}

function textOf(unit: string, length: number): string {
  // A text has no more than 200 tokens.
  const start = unit.repeat(150);
  return start + "plain words and *more* of them. ".repeat(Math.floor((length - start.length) / 32));
}

async function fillList(world: World, list: Operation, records: number): Promise<Record<string, string>> {
  const creator = allOperations.find(({ method, path, status }) => method === "POST" && path === list.path && status === 201);
  const params = await world.params(list);
  if (creator) await Promise.all(times(records, () => send(world.api, creator, { params, body: world.body(creator) })));
  else await world.fill(list, params);
  return params;
}

/** Does the work `count` times, `atOnce` at a time. */
function times(count: number, work: (index: number) => Promise<unknown>): Promise<void>[] {
  let next = 0;
  return Array.from({ length: atOnce }, async () => {
    while (next < count) await work(next++);
  });
}
