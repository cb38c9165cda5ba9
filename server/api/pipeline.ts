import type * as z from "zod";
import { type Access, eventStream, type FieldProblem, type Operation, operations, takesIdempotencyKey } from "../../contract";
import { atOnce, stepByStep } from "../event-loop/steps";
import { turns } from "../event-loop/turns";
import { wantedBy } from "../features/events";
import type { Peers } from "../network/client-address";
import { networkOf } from "../network/networks";
import { Problem } from "../records/problem";
import { ReadsInTurn } from "../storage/reads-in-turn";
import { csvBody, wantsCsv } from "./csv";
import { createEventStreams } from "./event-stream/event-streams";
import { lastEventIdLocation, readLastEventId } from "./event-stream/last-event-id";
import { type AnyHandler, createExecutor } from "./execute";
import { type ChangeResult, fingerprintOf, type IdempotentRequest } from "./idempotency";
import { createKeyring, type Holder } from "./keyring";
import { type Allowance, createGuessLimit, createRateLimit } from "./limits";
import type { Precondition } from "./preconditions";
import { parseJson, readJsonText, refuseBody } from "./request/body";
import { type Check, createCheck } from "./request/check";
import { createUploadReceiver, type ReceivedUpload } from "./request/upload";
import { createRouter, type Match } from "./router";
import type { Services } from "./services";

/** What is known of a request so far; the log and the answer's headers are made from it. */
export interface Exchange {
  readonly request: Request;
  readonly peers: Peers;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly now: number;
  holder: Holder | undefined;
  operation: Operation | undefined;
  allowance: Allowance | undefined;
  /** How many turns of the event loop had ended when the request came. */
  readonly turn: number;
  /** Whether it is worked on, in its tenant's turns. */
  isUnderWay: boolean;
}

/** An operation made ready to be served. */
interface Endpoint {
  operation: Operation;
  handler: AnyHandler;
  check: Check;
  /** Of an operation that takes a file. */
  receive: ((request: Request, tenantId: string) => Promise<ReceivedUpload>) | undefined;
}

/** A read answers with its resource; a change with what was stored for a repeat. */
export interface ReadResult {
  status: 200;
  output: unknown;
}

/** A list as a whole. */
interface CsvResult {
  status: 200;
  csv: ReadableStream<Uint8Array>;
}

export interface StreamResult {
  status: 200;
  stream: ReadableStream<Uint8Array>;
}

interface Pipeline {
  answer(exchange: Exchange): Promise<ChangeResult | ReadResult | CsvResult | StreamResult>;
  /** Ends all open streams. */
  close(): void;
}

/** Key → limits → path → scope → body → checks → idempotency → handler; whatever refuses, throws a Problem. */
export function createPipeline(services: Services): Pipeline {
  const { db, clock, monotonic, site, clientAddress } = services;
  const rateLimit = createRateLimit(services.rateLimit);
  const keyring = createKeyring(db, rateLimit.bucketSize, monotonic);
  const countGuess = createGuessLimit();
  const execute = createExecutor(services);
  const router = createRouter(Object.values<Operation>(operations).map((operation) => endpoint(operation, services)));

  const checkStream = createCheck(eventStream);
  const streams = createEventStreams({ db, site, clock, validKeys: mayStream });

  return { answer, close: () => streams.close() };

  async function answer(exchange: Exchange): Promise<ChangeResult | ReadResult | CsvResult | StreamResult> {
    const { request, now } = exchange;
    const secret = request.headers.get("x-api-key");
    if (!secret) throw new Problem("missing_api_key");
    const holder = keyring.cached(secret, now) ?? (await identify(exchange, secret, now));
    exchange.holder = holder;
    exchange.allowance = rateLimit.take(holder, monotonic());
    if (exchange.path === eventStream.path && exchange.method === "GET") return stream(exchange, holder, secret);
    const match = route(exchange);
    const { operation, handler, check, receive } = match.target;
    exchange.operation = operation;
    requireScope(holder, operation, match.params);
    if (operation.method === "GET") {
      const turn = begin(exchange, holder);
      if (turn) await turn;
      const input = atOnce(check({ params: match.params, query: exchange.query, body: undefined, idempotencyKey: null }));
      const ctx = { db: new ReadsInTurn(db, holder.tenantId), tenantId: holder.tenantId, actor: holder, now, site };
      if (handler.rows && wantsCsv(request)) return { status: 200, csv: await csvBody(handler.rows(ctx, input)) };
      const output = await handler(ctx, input);
      return { status: 200, output };
    }
    if (receive) {
      const form = await receive(request, holder.tenantId);
      try {
        return await change(exchange, secret, match, handler, form);
      } finally {
        await form.discard();
      }
    }
    if (!operation.body) await refuseBody(request);
    const text = operation.body ? await readJsonText(request, holder.tenantId) : "";
    return change(exchange, secret, match, handler, text);
  }

  function begin(exchange: Exchange, { tenantId }: Holder): Promise<void> | undefined {
    exchange.isUnderWay = true;
    return turns.begin(tenantId);
  }

  async function stream(exchange: Exchange, holder: Holder, secret: string): Promise<StreamResult> {
    exchange.operation = eventStream;
    requireScope(holder, eventStream);
    const problems: FieldProblem[] = [];
    const last = readLastEventId(exchange.request.headers, problems);
    const input = atOnce(checkStream({ params: [], query: exchange.query, body: undefined, idempotencyKey: null, problems }));
    const query = input.query as z.output<typeof eventStream.query>;
    const start = last === undefined ? { after: query.after } : { after: last, location: lastEventIdLocation };
    return {
      status: 200,
      stream: await streams.open({ tenantId: holder.tenantId, secret, wanted: wantedBy(query), ...start }),
    };
  }

  /** Looked up anew each time: another node may have revoked them. */
  async function mayStream(secrets: readonly string[]): Promise<Set<string>> {
    const holders = [...(await keyring.findAll(secrets, clock()))];
    return new Set(holders.filter(([, holder]) => isAllowed(holder, eventStream.access)).map(([secret]) => secret));
  }

  /** Runs once the body has arrived: the text of a JSON body, or a form. */
  async function change(
    exchange: Exchange,
    secret: string,
    { target: { operation, check }, params }: Match<Endpoint>,
    handler: AnyHandler,
    content: string | ReceivedUpload,
  ): Promise<ChangeResult> {
    // The body may have taken long to arrive, and the key may have been revoked meanwhile.
    const later = clock();
    const holder = keyring.cached(secret, later) ?? (await identify(exchange, secret, later));
    requireScope(holder, operation, params);
    const turn = begin(exchange, holder);
    if (turn) await turn;
    const idempotencyKey = takesIdempotencyKey(operation) ? exchange.request.headers.get("idempotency-key") : null;
    const received = typeof content === "string" ? { body: bodyOf(operation, content), text: content } : content;
    const input = await stepByStep(holder.tenantId, check({ params, query: exchange.query, idempotencyKey, ...received }));
    // A file may take minutes to arrive: what it becomes is as old as its last byte.
    const now = typeof content === "string" ? exchange.now : later;
    const repeatable =
      idempotencyKey === null ? undefined : repeatableRequest(exchange, operation, holder, idempotencyKey, received.text);
    const { guardedBy } = operation;
    // A header without a tag is refused: whoever sends one wants to be guarded.
    const tags = exchange.request.headers.get("if-match");
    const precondition = guardedBy && tags !== null ? preconditionOf(guardedBy, tags, handler) : undefined;
    const answer = await execute({ operation, handler, input, holder, now, repeatable, precondition });
    if (operation.access === "api_keys:write") keyring.refresh();
    return answer;
  }

  function preconditionOf(guardedBy: NonNullable<Operation["guardedBy"]>, tags: string, { guarded }: AnyHandler): Precondition {
    if (!guarded) throw new Error("A change that takes If-Match must lock its record");
    return { guardedBy, tags, read: services.handlers[guardedBy] as unknown as AnyHandler, lock: guarded };
  }

  async function identify({ request, peers }: Exchange, secret: string, now: number): Promise<Holder> {
    const holder = await keyring.find(secret, now);
    if (holder) return holder;
    // Counted after the look-up on purpose: behind a proxy all share an address, and strangers must not lock out the rest.
    countGuess(networkOf(clientAddress(request, peers).address), monotonic());
    throw new Problem("invalid_api_key", /^bearer\s/i.test(secret) ? { detail: "Send the key alone, without Bearer" } : {});
  }

  function route({ method, path }: Exchange): Match<Endpoint> {
    const match = router.match(method, path);
    if (match) return match;
    const methods = router.methodsOf(path).join(", ");
    if (methods === "") throw new Problem("not_found", { detail: "No operation has this path; the reference is at /docs" });
    throw new Problem("method_not_allowed", { detail: `This path has ${methods}`, headers: { allow: methods } });
  }
}

function bodyOf(operation: Operation, text: string): unknown {
  if (!operation.body) return undefined;
  return text === "" && operation.bodyOptional ? {} : parseJson(text);
}

function endpoint(operation: Operation, { handlers, site, maxUploadBytes }: Services) {
  // The one place where an operation and its handler meet without their types: `Handlers` has paired them.
  const handler = (handlers as unknown as Record<string, AnyHandler>)[operation.id] as AnyHandler;
  const receive = operation.upload && createUploadReceiver(operation, site.files.incoming, maxUploadBytes);
  const target: Endpoint = { operation, handler, check: createCheck(operation), receive };
  return { method: operation.method, path: operation.path, target };
}

function isAllowed({ scopes }: Pick<Holder, "scopes">, access: Access): boolean {
  return scopes.includes("*") || scopes.includes(access);
}

function requireScope(
  { scopes, keyId }: Holder,
  { access, anyKey, ownKey }: Pick<Operation, "access" | "anyKey" | "ownKey">,
  params: readonly string[] = [],
): void {
  if (anyKey || isAllowed({ scopes }, access) || (ownKey && params[0] === keyId)) return;
  throw new Problem("insufficient_scope", { detail: `The key needs the scope ${access}` });
}

function repeatableRequest(
  { path, query, now }: Exchange,
  operation: Operation,
  { tenantId }: Holder,
  key: string,
  text: string,
): IdempotentRequest {
  return { tenantId, operation, key, now, fingerprint: fingerprintOf(`${path}?${query}`, text) };
}
