import * as z from "zod";
import { type Operation, type OperationId, operations, paramNames } from "../../../contract";
import { createIds } from "../../../server/records/ids";
import type { Database } from "../../../server/storage/port";
import { sql } from "../../../server/storage/sql";
import { addAudience, addPage, addQuestion, tenantIdOf } from "../database/rows";
import { addSession } from "../features/sessions";
import { addSubmission } from "../features/submissions";
import type { Api, Received } from "../service/api";
import { until } from "../service/jobs";
import { sampleFile } from "./images";
import { allOperations, camelCase, isChosen, isCreating, makes, refersTo } from "./path-params";
import { type SampleOptions, sampleOf } from "./samples";

export interface Request {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Of an upload; a sample without it. */
  file?: Blob;
  headers?: Record<string, string>;
}

/** A record made for a test, with what made it. */
export interface Made {
  operation: Operation;
  params: Record<string, string>;
  sent: unknown;
  body: unknown;
}

/** What a declaration does not say: items that are checked one by one, a version that stays a draft. */
const unguessable: Partial<Record<string, (word: string) => object>> = {
  // Inactive, because nobody listens at its address, and retries would change rows at any time.
  createWebhookSubscription: () => ({ active: false }),
  updateWebhookSubscription: () => ({ active: false }),
  createAudienceBatch: () => ({ audiences: [{ customName: "One of a batch" }, {}] }),
  createAudienceVersion: () => ({ publish: "manual" }),
  createEntryFromQuestion: () => ({ topicEntryId: undefined, dryRun: false }),
  previewPage: () => ({ audienceId: undefined }),
  tryQuestion: () => ({ audienceId: undefined }),
  upsertAudienceBatch: () => ({ audiences: [{ externalId: "one-of-a-batch", customName: "One of a batch" }], dryRun: false }),
  upsertPersonBatch: (word) => ({ persons: [{ name: `Batch ${word}`, email: "batch@example.com" }], dryRun: false }),
};

/** Fields of which one or the other is needed. */
const neededTogether: Partial<Record<string, readonly string[]>> = { createEntryFromQuestion: ["topicId", "answer"] };

/** In a world of large records: a batch of the largest size, and topics that don't feed every page. */
const largest: Partial<Record<string, object>> = {
  createAudienceBatch: { audiences: Array.from({ length: 100 }, (_, index) => ({ customName: `${index}`.repeat(200) })) },
  createTopic: { isDefault: false },
  updateTopic: { isDefault: false },
};

/** The one place where an operation known only at run time meets the typed client. */
export function send(api: Api, operation: Operation, request: Request): Promise<Received<unknown>> {
  const file = operation.upload && { file: request.file ?? sampleFile() };
  return api.send(operation.id as OperationId, { ...request, ...file } as never);
}

const shownLength = 2_000;

const newId = createIds(Date.now);
const quietPatienceMs = 30_000;

type Insert = (db: Database, tenantId: string, parents: Record<string, string>) => Promise<string>;

/** Records that no operation makes, by the parameter that names them: rows, put where the operations find them. */
const inserts: Record<string, Insert> = {
  page_id: addPage,
  audience_id: (db, tenantId) => addAudience(db, tenantId),
  delivery_id: async (db, tenantId, { subscription_id }) => {
    const deliveryId = newId("delivery");
    await db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO webhook_deliveries (tenant_id, subscription_id, delivery_id, event_id, event_type, occurred_at, purpose, state,
          tries_made, tries_left, created_at, tries)
        VALUES (${tenantId}, ${subscription_id ?? "none"}, ${deliveryId}, ${newId("event")}, 'person.created', ${Date.now()}, 'event',
          'succeeded', 1, 0, ${Date.now()}, '[]')`),
    );
    return deliveryId;
  },
  job_id: async (db, tenantId) => {
    const jobId = newId("job");
    await db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO jobs (tenant_id, job_id, kind, lane, payload, ready, due_at, attempts, last_error, created_at, dead_at)
        VALUES (${tenantId}, ${jobId}, 'addToSearchBlocks', 'upkeep', '{"kind":"assets"}', 0, 0, 5, 'The disk is full', ${Date.now()}, ${Date.now()})`),
    );
    return jobId;
  },
  question_id: (db, tenantId) => addQuestion(db, tenantId),
  audience_session_id: async (db, tenantId, { page_id }) =>
    (await addSession(db, tenantId, page_id === undefined ? {} : { pageId: page_id })).audienceSessionId,
  submission_id: (db, tenantId) => addSubmission(db, tenantId),
};

/** For lists of what is created on another path. */
const creators: Readonly<Record<string, Operation>> = {
  listTenantAudiences: operations.createAudience,
  listAudienceLinks: operations.createAudience,
  listAccountTimeline: operations.createAccountLog,
  listWebhookDeliveries: operations.testWebhookSubscription,
};

/** A tenant with at least one record of every kind, and a source of more. */
export class World {
  /** In every text this world makes up, so that a leak of it can be seen anywhere. */
  readonly marker: string;
  readonly made: Made[] = [];
  readonly #references = new Map<string, string>();
  /** What each field refers to, until there is another reference. */
  readonly #referring = new Map<string, string | undefined>();
  readonly #inserted: string[] = [];
  readonly #standing = new Map<string, Promise<Record<string, string>>>();
  #count = 0;
  #lastEntryId = "none";

  private constructor(
    readonly api: Api,
    marker: string,
    readonly db: Database,
    /** How large the bodies are that it sends; small by default. */
    readonly bytes: number,
  ) {
    this.marker = marker;
  }

  /** Calls every creating operation; one that needs what another makes waits for its turn. */
  static async build(api: Api, marker: string, db: Database, bytes = 0): Promise<World> {
    const world = new World(api, marker, db, bytes);
    for (const name of Object.keys(inserts)) {
      if (!allOperations.some((candidate) => makes(candidate, name)))
        world.#addReference(camelCase(name), await world.#insert(name, {}));
    }
    let waiting = allOperations.filter(isCreating);
    while (waiting.length > 0) {
      const refused = new Map<Operation, unknown>();
      for (const operation of waiting) await world.make(operation).catch((error) => refused.set(operation, error));
      if (refused.size === waiting.length) throw new Error(`Nothing more can be made:\n${[...refused.values()].join("\n")}`);
      waiting = [...refused.keys()];
    }
    return world;
  }

  /** Path parameters for an operation: new records wherever the API can make them, else what it lists. */
  async params(operation: Operation): Promise<Record<string, string>> {
    return this.#ended(operation, await this.#place(operation.path, operation));
  }

  /** The same for requests that are refused, and so change nothing: one set of records for all operations that are about them. */
  standingParams(operation: Operation, set = "usual"): Promise<Record<string, string>> {
    const { path } = operation;
    // To be restored or cancelled, a record is put into another state first.
    const about = /\/(restore|cancel)$/.test(path) ? path : path.slice(0, path.lastIndexOf("}") + 1);
    const name = `${set} ${about}`;
    const params = this.#standing.get(name) ?? this.params(operation);
    this.#standing.set(name, params);
    return params;
  }

  /** A body the operation accepts, unlike any before. */
  body(operation: Operation, { fewest = false } = {}): unknown {
    const sampling = this.#sampling(fewest);
    const sample = operation.body && sampleOf(operation.body, sampling);
    const needed = neededTogether[operation.id];
    if (fewest && needed) return Object.fromEntries(needed.map((name) => [name, this.#reference(name) ?? "An answer."]));
    if (fewest || !sample) return sample;
    const moved = operation.id === "orderTopicEntries" && { entryIds: [this.#lastEntryId] };
    return {
      ...(sample as object),
      ...unguessable[operation.id]?.(sampling.word),
      ...moved,
      ...(this.bytes > 0 && largest[operation.id]),
    };
  }

  /** A small value of one field; a record of this world where the field refers to one. */
  value(field: string, declaration: z.ZodType): unknown {
    const sample = sampleOf(z.object({ [field]: declaration }), { ...this.#sampling(false), bytes: 0 });
    return (sample as Record<string, unknown>)[field];
  }

  async make(operation: Operation): Promise<Made> {
    const params = await this.params(operation);
    const sent = this.body(operation);
    const { status, body } = await send(this.api, operation, { params, body: sent });
    if (status >= 400)
      throw new Error(
        `${operation.id} refused a generated request: ${JSON.stringify({ params, body, sent }).slice(0, shownLength)}`,
      );
    if (operation.id === "createAudienceVersion") await this.#built(params, body);
    if (operation.id === "createVersionBatch") await this.#walked(params, body);
    const made = { operation, params, sent, body };
    this.made.push(made);
    // The values that a request itself sends are no records that can be referred to.
    for (const [field, value] of Object.entries(body as object))
      if (
        field.endsWith("Id") &&
        typeof value === "string" &&
        !this.#references.has(field) &&
        value !== (sent as Record<string, unknown> | undefined)?.[field]
      )
        this.#addReference(field, value);
    return made;
  }

  /** Two more records in a list. */
  async fill(list: Operation, params: Record<string, string>): Promise<void> {
    const creator = allOperations.find(({ method, path }) => method === "POST" && path === list.path);
    const name = Object.keys(inserts).find((candidate) => new RegExp(`[/_]${candidate.replace(/_id$/, "s")}$`).test(list.path));
    for (let count = 0; count < 2; count += 1) {
      if (creator) await send(this.api, creator, { params, body: this.body(creator) });
      else if (list.id === "listTrashedAssets") await this.params(operations.restoreAsset);
      else if (list.id === "listAccountPersons") await this.#createPersonOf(params as { account_id: string });
      else if (creators[list.id]) await this.#create(creators[list.id] as Operation, params);
      else if (name) await this.#insert(name, params);
    }
    if (list.id === "listVersionResults") await this.#publishAgain(params as { page_id: string; audience_id: string });
  }

  async #create(operation: Operation, params: Record<string, string>): Promise<void> {
    await send(this.api, operation, { params: { ...(await this.params(operation)), ...params }, body: this.body(operation) });
  }

  async #createPersonOf(params: { account_id: string }): Promise<void> {
    const { domain } = await this.api.call("getAccount", { params });
    await this.api.call("createPerson", { body: { name: "Sample", domain } });
  }

  /** A second version that is live. */
  async #publishAgain(params: { page_id: string; audience_id: string }): Promise<void> {
    await this.api.call("createAudienceVersion", { params, body: {} });
    await until(async () => (await this.api.call("listVersionResults", { params })).items.length > 1, quietPatienceMs);
  }

  /** The same content, with records of this world wherever it refers to some. */
  adopted(sent: unknown): unknown {
    if (Array.isArray(sent)) return sent.map((item) => this.adopted(item));
    if (typeof sent !== "object" || sent === null) return sent;
    return Object.fromEntries(
      Object.entries(sent).map(([field, value]) => [
        field,
        (typeof value === "string" && this.#reference(field)) || this.adopted(value),
      ]),
    );
  }

  /** Every identifier of the records made so far. */
  ids(): string[] {
    const found = JSON.stringify(this.made.map(({ body }) => body)).match(/"[a-z]+_[0-9a-hjkmnp-tv-z]{26}"/g) ?? [];
    return [...new Set([...found.map((quoted) => quoted.slice(1, -1)), ...this.#inserted])];
  }

  /** What is done with a version depends on where it is: here it has been built. */
  async #built(params: Record<string, string>, made: unknown): Promise<void> {
    const { versionId } = made as { versionId: string };
    const version = { ...params, version_id: versionId } as never;
    while (/pending|queued|processing/.test((await this.api.call("getAudienceVersion", { params: version })).status)) {
      await Bun.sleep(5);
    }
  }

  async #walked(params: Record<string, string>, made: unknown): Promise<void> {
    const batch = { ...params, batch_id: (made as { batchId: string }).batchId } as never;
    while (!(await this.api.call("getVersionBatch", { params: batch })).done) await Bun.sleep(5);
  }

  #sampling(fewest: boolean): SampleOptions {
    return { word: `${this.marker}${++this.#count}`, fewest, bytes: this.bytes, reference: (field) => this.#reference(field) };
  }

  /** `tenantDomainId` may be what a `domainId` is. */
  #reference(field: string): string | undefined {
    if (!this.#referring.has(field)) {
      const found = this.#references.get(field) ?? [...this.#references].find(([known]) => refersTo(field, known))?.[1];
      this.#referring.set(field, found);
    }
    return this.#referring.get(field);
  }

  #addReference(field: string, id: string): void {
    this.#references.set(field, id);
    this.#referring.clear();
  }

  async #insert(name: string, parents: Record<string, string>): Promise<string> {
    const id = await (inserts[name] as Insert)(this.db, await tenantIdOf(this.db, this.api), parents);
    this.#inserted.push(id);
    return id;
  }

  /** A record to be restored is deleted first; a batch to be cancelled is not done yet; an order needs two entries. */
  async #ended(operation: Operation, params: Record<string, string>): Promise<Record<string, string>> {
    if (operation.id === "orderTopicEntries") await this.#addEntries(params as { topic_id: string });
    if (operation.id === "cancelVersionBatch") await this.#reopenBatch(params.batch_id ?? "");
    const ending = allOperations.find(({ method, path }) => method === "DELETE" && operation.path === `${path}/restore`);
    if (ending) await send(this.api, ending, { params });
    return params;
  }

  async #addEntries(params: { topic_id: string }): Promise<void> {
    for (const text of ["first", "last"]) {
      const body = { content: { type: "text", content: text } };
      this.#lastEntryId = (await this.api.call("createTopicEntry", { params, body })).topicEntryId;
    }
  }

  /** As it was while versions were still to be made, without a job that makes them. */
  async #reopenBatch(batchId: string): Promise<void> {
    const tenantId = await tenantIdOf(this.db, this.api);
    await this.db.transaction((tx) =>
      tx.run(sql`
        UPDATE version_batches SET total = made + 1, walked_at = NULL WHERE tenant_id = ${tenantId} AND batch_id = ${batchId}`),
    );
  }

  /** Parameters up to the last one in `path`, whose record belongs to the records of those before it. */
  async #place(path: string, operation: Operation): Promise<Record<string, string>> {
    const name = paramNames(path).at(-1);
    if (name === undefined) return {};
    const collection = path.slice(0, path.lastIndexOf(`/{${name}}`));
    if (isChosen(operation, name))
      return { ...(await this.#place(collection, operation)), [name]: this.#choose(operation, name) };
    const creator = allOperations.find((candidate) => isCreating(candidate) && candidate.path === collection);
    if (creator) {
      const { params, body } = await this.make(creator);
      return { ...params, [name]: idIn(body, name, creator) };
    }
    const parents = await this.#place(collection, operation);
    if (name in inserts) return { ...parents, [name]: await this.#insert(name, parents) };
    const lister = allOperations.find((candidate) => candidate.method === "GET" && candidate.path === collection);
    const [listed] = lister ? itemsOf(await send(this.api, lister, { params: parents })) : [];
    if (lister && listed) return { ...parents, [name]: idIn(listed, name, lister) };
    const known = this.#references.get(camelCase(name));
    if (known) return { ...parents, [name]: known };
    throw new Error(`${operation.id} needs a ${name}, and no operation makes or lists one: teach tests/support/samples/world.ts`);
  }

  #choose(operation: Operation, name: string): string {
    const declared = operation.params?.shape[name] as z.ZodType | undefined;
    const sampling = this.#sampling(false);
    return declared ? String(sampleOf(declared, sampling)) : sampling.word;
  }
}

/** Path parameters of the records that a tenant has without having made them. */
export async function givenParams(api: Api, { path }: Operation): Promise<Record<string, string>[]> {
  const [name, ...more] = paramNames(path);
  const lister = allOperations.find((candidate) => candidate.method === "GET" && path === `${candidate.path}/{${name}}`);
  if (name === undefined || more.length > 0 || !lister) return [];
  return itemsOf(await send(api, lister, {})).map((item) => ({ [name]: idIn(item, name, lister) }));
}

/** The field of an answer that a path parameter takes. */
export function idIn(body: unknown, param: string, { id }: Operation): string {
  const fields = body as Record<string, string>;
  const name = camelCase(param);
  const field = name in fields ? name : Object.keys(fields).find((candidate) => refersTo(candidate, name));
  if (field === undefined) throw new Error(`The answer of ${id} has no field for ${param}: ${JSON.stringify(body)}`);
  return fields[field] as string;
}

function itemsOf({ body }: Received<unknown>): unknown[] {
  return (body as { items?: unknown[] }).items ?? [];
}
