import { createConsoleResponse } from "../console/answer";
import { turns } from "../event-loop/turns";
import type { Peers } from "../network/client-address";
import { Problem } from "../records/problem";
import { appliedMigration, newestMigration } from "../storage/migrate";
import { csvResponse } from "./csv";
import { createFileResponse } from "./files";
import type { ChangeResult } from "./idempotency";
import type { Holder } from "./keyring";
import type { Allowance } from "./limits";
import { hasLongList, longJson, textStream } from "./long-json";
import { createPipeline, type Exchange, type ReadResult, type StreamResult } from "./pipeline";
import { tagOf } from "./preconditions";
import { createProblemResponse, toProblem } from "./problems";
import { createReference, referencePath } from "./reference/answer";
import { servedOpenapi } from "./reference/document";
import type { Services } from "./services";
import { wholeBody } from "./whole-body";

const readyTimeoutMs = 1_000;

export type App = (request: Request, peers: Peers) => Promise<Response>;

interface WholeApp extends App {
  /** Ends the event streams, which never end by themselves. */
  endStreams(): void;
}

/** What is answered without a key; everything else is under /v0. */
export const publicPaths = ["/", "/healthz", "/metrics", "/openapi.json", "/readyz"] as const;
/** The reference, which is the same for everybody. */
export const docsPath = referencePath;
/** Below it, every address is signed. */
export const signedPrefix = "/files/";
/** The console's files hold nothing of a tenant; it sends its key with each request to /v0. */
export const consolePrefix = "/console";

export function createApp(services: Services): WholeApp {
  const { clock, newId, log, metrics } = services;
  const pipeline = createPipeline(services);
  const publicAnswers = createPublicAnswers(services);
  const fileResponse = createFileResponse(services);
  const consoleResponse = createConsoleResponse(services);
  const referenceResponse = createReference(services.site.publicUrl);
  const jsonResponse = createJsonResponse();
  const problemResponse = createProblemResponse(services.site.publicUrl);

  return Object.assign(answerRequest, { endStreams: () => pipeline.close() });

  async function answerRequest(request: Request, peers: Peers): Promise<Response> {
    const started = performance.now();
    const requestId = newId("request");
    const exchange = createExchange(request, peers, clock());
    let response: Response;
    let status: number;
    try {
      if (exchange.path.startsWith("/v0")) {
        const answer = await pipeline.answer(exchange);
        const { tenantId } = exchange.holder as Holder;
        // Of a large answer, computing its tag takes milliseconds, and writing it as JSON takes as long again.
        const turn = "output" in answer ? turns.next(tenantId) : undefined;
        if (turn) await turn;
        const isRecord = !("csv" in answer) && !("stream" in answer);
        const tag = isRecord && exchange.operation ? tagOf(exchange.operation, answer) : undefined;
        const another = tag !== undefined && "output" in answer ? turns.next(tenantId) : undefined;
        if (another) await another;
        const long = "output" in answer && hasLongList(answer.output) ? await longJson(tenantId, answer.output) : undefined;
        status = answer.status;
        response =
          "stream" in answer
            ? streamResponse(answer, requestId)
            : "csv" in answer
              ? csvResponse(answer.csv, requestId)
              : jsonResponse(answer, exchange, requestId, tag, long);
      } else {
        response = await otherResponse(exchange);
        response.headers.set("x-request-id", requestId);
        response.headers.set("x-content-type-options", "nosniff");
        status = response.status;
      }
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === "internal_error" || problem.code === "unavailable") log.error("request failed", error, { requestId });
      response = problemResponse(problem, requestId, exchange.allowance);
      status = response.status;
    } finally {
      if (exchange.isUnderWay) turns.end((exchange.holder as Holder).tenantId);
    }
    observe(exchange, requestId, status, performance.now() - started);
    return response;
  }

  function otherResponse(exchange: Exchange): Promise<Response> {
    if (exchange.path.startsWith(signedPrefix)) return fileResponse(exchange);
    if (exchange.path === docsPath || exchange.path.startsWith(`${docsPath}/`)) return referenceResponse(exchange);
    return exchange.path.startsWith(consolePrefix) ? consoleResponse(exchange) : publicResponse(exchange);
  }

  async function publicResponse({ method, path }: Exchange): Promise<Response> {
    const answer = publicAnswers[path as (typeof publicPaths)[number]];
    if (!answer) throw new Problem("not_found", { detail: "The API is under /v0, its reference at /docs" });
    if (method !== "GET" && method !== "HEAD") throw new Problem("method_not_allowed", { headers: { allow: "GET" } });
    return answer();
  }

  function observe({ method, path, operation, holder }: Exchange, requestId: string, status: number, ms: number): void {
    metrics.observe(operation?.id ?? "none", status, ms);
    log.request({
      requestId,
      method,
      path,
      operation: operation?.id,
      status,
      ms,
      tenantId: holder?.tenantId,
      keyId: holder?.keyId,
    });
  }
}

function createExchange(request: Request, peers: Peers, now: number): Exchange {
  const { url } = request;
  // Without a usable Host header the address is the path alone.
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
  const question = url.indexOf("?", start);
  const end = question < 0 ? url.length : question;
  return {
    request,
    peers,
    method: request.method,
    path: url.slice(start, end),
    query: question < 0 ? "" : url.slice(question + 1),
    now,
    holder: undefined,
    operation: undefined,
    allowance: undefined,
    turn: turns.ended,
    isUnderWay: false,
  };
}

function streamResponse({ stream }: StreamResult, requestId: string): Response {
  // Proxies that gather an answer before they pass it on are told not to.
  const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
  return new Response(stream, { headers: { ...headers, "x-request-id": requestId, "x-content-type-options": "nosniff" } });
}

/** One set of headers, copied into each answer: making it anew was a tenth of a read's cost. Answers with a tag have their own. */
function createJsonResponse(): (
  answer: ChangeResult | ReadResult,
  exchange: Exchange,
  requestId: string,
  tag: string | undefined,
  long: string[] | undefined,
) => Response {
  const [untagged, tagged] = [createAnswerHeaders(), createAnswerHeaders()];
  return (answer, { method, holder, allowance, turn }, requestId, tag, long) => {
    const { tenantId } = holder as Holder;
    // An answer to HEAD has no body: its head is sent alone anyway.
    const isLate = turn !== turns.ended && method !== "HEAD";
    const headers = (tag === undefined ? untagged : tagged)(requestId, allowance);
    if (tag !== undefined) headers.set("etag", tag);
    if (long) return new Response(textStream(tenantId, long), { headers });
    // Encoded at once: a long JavaScript string that is kept until it is sent would be scanned by every garbage collection.
    if ("output" in answer) {
      return isLate
        ? new Response(wholeBody(JSON.stringify(answer.output)), { headers })
        : Response.json(answer.output, { headers });
    }
    const { status, body, replayed } = answer;
    if (replayed) headers.set("idempotent-replayed", "true");
    const response = new Response(
      typeof body === "string" ? wholeBody(body) : textStream(tenantId, body),
      status === 200 ? { headers } : { status, headers },
    );
    if (replayed) headers.delete("idempotent-replayed");
    return response;
  };
}

function createAnswerHeaders(): (requestId: string, allowance: Allowance | undefined) => Headers {
  const headers = new Headers({ "content-type": "application/json", "cache-control": "no-store" });
  let last: Allowance | undefined;
  return (requestId, allowance) => {
    headers.set("x-request-id", requestId);
    if (allowance) {
      if (allowance.limit !== last?.limit) headers.set("ratelimit-limit", allowance.limit);
      if (allowance.remaining !== last?.remaining) headers.set("ratelimit-remaining", allowance.remaining);
      if (allowance.resetSeconds !== last?.resetSeconds) headers.set("ratelimit-reset", allowance.resetSeconds);
      last = allowance;
    }
    return headers;
  };
}

function createPublicAnswers(services: Services): Record<(typeof publicPaths)[number], () => Response | Promise<Response>> {
  let openapi: Buffer<ArrayBuffer> | undefined;
  return {
    "/": () => new Response(null, { status: 302, headers: { location: docsPath } }),
    "/openapi.json": () =>
      new Response((openapi ??= servedOpenapi(services.site.publicUrl)), { headers: { "content-type": "application/json" } }),
    "/healthz": () => Response.json({ status: "ok" }),
    "/readyz": async () => {
      const ready = services.accepting() && (await isDatabaseReady(services));
      return Response.json({ status: ready ? "ready" : "not ready" }, { status: ready ? 200 : 503 });
    },
    "/metrics": async () =>
      new Response(services.metrics.render(await allGauges(services)) + services.visitorMetrics(), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      }),
  };
}

async function isDatabaseReady({ db }: Services): Promise<boolean> {
  if (db.trouble() !== undefined) return false;
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, readyTimeoutMs, undefined));
  const applied = await Promise.race([appliedMigration(db).catch(() => undefined), tooLate]);
  return applied === newestMigration;
}

async function allGauges(services: Services): Promise<Record<string, number>> {
  const { db, pageGauges, jobGauges, webhookGauges, eventLoopGauges, answerGauges } = services;
  const own = { ...processGauges(), ...eventLoopGauges(), ...answerGauges(), ...db.gauges() };
  return { ...own, ...pageGauges(), ...webhookGauges(), ...(await jobGauges()) };
}

function processGauges(): Record<string, number> {
  return { process_resident_memory_bytes: process.memoryUsage.rss(), process_uptime_seconds: process.uptime() };
}
