import { type Access, type Operation, operations, type Scope } from "../../contract";
import { Existing, type ReadContext, type WriteContext } from "../context";
import { Problem } from "../problem";
import { parseJson, readJsonText } from "./body";
import { type CheckedInput, createCheck, type RawInput } from "./check";
import {
  type Answer,
  createRunningKeys,
  findStoredAnswer,
  fingerprintOf,
  type IdempotentRequest,
  storeAnswer,
} from "./idempotency";
import { createKeyring, type Holder } from "./keyring";
import { createGuessLimit, createRateLimit } from "./limits";
import { createRouter, type Match } from "./router";
import type { Services } from "./services";

type AnyHandler = (ctx: ReadContext | WriteContext, input: CheckedInput) => Promise<unknown>;

/** An operation made ready to be served. */
interface Endpoint {
  operation: Operation;
  handler: AnyHandler | undefined;
  check: (raw: RawInput) => CheckedInput;
}

/** What is known of a request so far; the log and the answer's headers are made from it. */
export interface Exchange {
  readonly request: Request;
  readonly path: string;
  readonly query: string;
  readonly address: () => string;
  readonly now: number;
  holder: Holder | undefined;
  operation: Operation | undefined;
  limitHeaders: Record<string, string> | undefined;
}

/** Key → limits → path → scope → body → checks → idempotency → handler; whatever refuses, throws a Problem. */
export function createPipeline(services: Services): (exchange: Exchange) => Promise<Answer> {
  const { db, newId } = services;
  const rateLimit = createRateLimit(services.rateLimit);
  const keyring = createKeyring(db, rateLimit.bucketSize);
  const countGuess = createGuessLimit();
  const exclusively = createRunningKeys();
  const router = createRouter(
    Object.values<Operation>(operations).map((operation) => ({
      method: operation.method,
      path: operation.path,
      target: endpoint(operation, services),
    })),
  );

  async function answer(exchange: Exchange): Promise<Answer> {
    const holder = (exchange.holder = await identify(exchange));
    exchange.limitHeaders = rateLimit.take(holder, exchange.now);
    const { target, params } = route(exchange);
    const { operation, handler, check } = target;
    exchange.operation = operation;
    requireScope(holder, operation.access);
    if (!handler) throw new Problem("not_implemented");
    const text = operation.body ? await readJsonText(exchange.request) : "";
    const body = operation.body ? (text === "" && operation.bodyOptional ? {} : parseJson(text)) : undefined;
    const idempotencyKey = isIdempotent(operation) ? exchange.request.headers.get("idempotency-key") : null;
    const input = check({ params, query: exchange.query, body, idempotencyKey });
    if (operation.method === "GET") return read(exchange, handler, input, holder);
    const repeatable = idempotencyKey === null ? undefined : repeatableRequest(exchange, operation, holder, idempotencyKey, text);
    const written = await (repeatable ? exclusively(repeatable, () => write(repeatable)) : write(undefined));
    if (operation.access === "api_keys:write") keyring.refresh();
    return written;

    function write(repeatable: IdempotentRequest | undefined): Promise<Answer> {
      return db.transaction(async (tx) => {
        const stored = repeatable && (await findStoredAnswer(tx, repeatable));
        if (stored) return stored;
        const ctx: WriteContext = {
          db: tx,
          dialect: db.dialect,
          tenantId: holder.tenantId,
          actor: holder,
          now: exchange.now,
          newId,
        };
        const result = await (handler as AnyHandler)(ctx, input);
        const output = result instanceof Existing ? result.resource : result;
        const status = result instanceof Existing ? 200 : operation.status;
        if (repeatable) await storeAnswer(tx, repeatable, status, output);
        return { status, body: JSON.stringify(output) };
      });
    }
  }

  async function read(exchange: Exchange, handler: AnyHandler, input: CheckedInput, holder: Holder): Promise<Answer> {
    const output = await handler({ db, tenantId: holder.tenantId, actor: holder, now: exchange.now }, input);
    return { status: 200, body: JSON.stringify(output) };
  }

  async function identify({ request, now, address }: Exchange): Promise<Holder> {
    const secret = request.headers.get("x-api-key");
    if (secret === null) throw new Problem("missing_api_key");
    const found = keyring.find(secret, now);
    const holder = found instanceof Promise ? await found : found;
    if (holder) return holder;
    countGuess(address(), now);
    throw new Problem("invalid_api_key");
  }

  function route({ request, path }: Exchange): Match<Endpoint> {
    const match = router.match(request.method, path);
    if (match) return match;
    const methods = router.methodsOf(path);
    if (methods.length === 0) throw new Problem("not_found", { detail: "No operation has this path" });
    throw new Problem("method_not_allowed", {
      detail: `This path has ${methods.join(", ")}`,
      headers: { allow: methods.join(", ") },
    });
  }

  return answer;
}

function endpoint(operation: Operation, { handlers }: Services): Endpoint {
  // The one place where an operation and its handler meet without their types: `Handlers` has paired them.
  const handler = (handlers as unknown as Record<string, AnyHandler | undefined>)[operation.id];
  return { operation, handler, check: createCheck(operation) };
}

function requireScope({ scopes }: Holder, access: Access): void {
  if (scopes[0] === "*" || scopes.includes("*") || scopes.includes(access satisfies Scope)) return;
  throw new Problem("insufficient_scope", { detail: `The key needs the scope ${access}` });
}

function isIdempotent({ method }: Operation): boolean {
  return method === "POST" || method === "PATCH";
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
