import { readFileSync } from "node:fs";
import { paramNames } from "../../contract";
import { Problem } from "../problem";
import { appliedMigration, newestMigration } from "../storage/migrate";
import { renderDocs } from "./docs";
import type { Answer } from "./idempotency";
import { createPipeline, type Exchange } from "./pipeline";
import { createProblemResponse, toProblem } from "./problems";
import type { Services } from "./services";

const readyTimeoutMs = 1_000;

export type App = (request: Request, address: () => string) => Promise<Response>;

/** What is answered without a key; everything else is under /v0. */
export const publicPaths = ["/", "/docs", "/healthz", "/metrics", "/openapi.json", "/readyz"] as const;

export function createApp(services: Services): App {
  const { clock, newId, log, metrics } = services;
  const pipeline = createPipeline(services);
  const publicAnswers = createPublicAnswers(services);
  const problemResponse = createProblemResponse(services.publicUrl);
  const observe = createObserver();

  return async (request, address) => {
    const started = performance.now();
    const requestId = newId("request");
    const exchange = createExchange(request, address, clock());
    let response: Response;
    try {
      response = exchange.path.startsWith("/v0")
        ? jsonResponse(await pipeline(exchange), requestId, exchange.limitHeaders)
        : await publicResponse(exchange, requestId);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === "internal_error" || problem.code === "unavailable") log.error("request failed", error, { requestId });
      response = problemResponse(problem, requestId, exchange.limitHeaders);
    }
    observe(exchange, requestId, response.status, performance.now() - started);
    return response;
  };

  async function publicResponse({ request, path }: Exchange, requestId: string): Promise<Response> {
    const answer = publicAnswers[path as (typeof publicPaths)[number]];
    if (!answer) throw new Problem("not_found", { detail: "The API is under /v0, its reference at /docs" });
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new Problem("method_not_allowed", { headers: { allow: "GET" } });
    const response = await answer();
    response.headers.set("x-request-id", requestId);
    response.headers.set("x-content-type-options", "nosniff");
    return response;
  }

  function createObserver() {
    const series = new Map<string | undefined, ReturnType<typeof metrics.series>>();
    const seriesOf = (operation: string | undefined) => {
      let found = series.get(operation);
      if (!found) series.set(operation, (found = metrics.series(operation ?? "none")));
      return found;
    };
    return ({ request, path, operation, holder }: Exchange, requestId: string, status: number, ms: number) => {
      seriesOf(operation?.id).observe(status, ms);
      log.request({
        requestId,
        method: request.method,
        path: operation && !hasOnlyIds(operation.path) ? operation.path : path,
        operation: operation?.id,
        status,
        ms,
        tenantId: holder?.tenantId,
        keyId: holder?.keyId,
      });
    };
  }
}

function createExchange(request: Request, address: () => string, now: number): Exchange {
  const { url } = request;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const question = url.indexOf("?", start);
  const end = question < 0 ? url.length : question;
  return {
    request,
    path: url.slice(start, end),
    query: question < 0 ? "" : url.slice(question + 1),
    address,
    now,
    holder: undefined,
    operation: undefined,
    limitHeaders: undefined,
  };
}

function jsonResponse(
  { status, body, replayed }: Answer,
  requestId: string,
  limitHeaders: Record<string, string> | undefined,
): Response {
  const headers: Record<string, string> = { "content-type": "application/json", "x-request-id": requestId, ...limitHeaders };
  if (replayed) headers["idempotent-replayed"] = "true";
  return new Response(body, { status, headers });
}

const idPaths = new Map<string, boolean>();

/** Other path parameters, an e-mail address say, stay out of the log. */
function hasOnlyIds(path: string): boolean {
  let only = idPaths.get(path);
  if (only === undefined) {
    only = paramNames(path).every((name) => name.endsWith("_id") && name !== "external_id");
    idPaths.set(path, only);
  }
  return only;
}

function createPublicAnswers(services: Services): Record<(typeof publicPaths)[number], () => Response | Promise<Response>> {
  const openapi = readFileSync(new URL("../../openapi.json", import.meta.url), "utf8");
  const html = renderDocs();
  return {
    "/": () => new Response(null, { status: 302, headers: { location: "/docs" } }),
    "/docs": () =>
      new Response(html, {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy":
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "referrer-policy": "no-referrer",
        },
      }),
    "/openapi.json": () => new Response(openapi, { headers: { "content-type": "application/json" } }),
    "/healthz": () => Response.json({ status: "ok" }),
    "/readyz": async () => {
      const ready = services.accepting() && (await isDatabaseReady(services));
      return Response.json({ status: ready ? "ready" : "not ready" }, { status: ready ? 200 : 503 });
    },
    "/metrics": () =>
      new Response(services.metrics.render({ ...processGauges(), ...services.db.gauges() }), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      }),
  };
}

async function isDatabaseReady({ db }: Services): Promise<boolean> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, readyTimeoutMs, undefined));
  const applied = await Promise.race([appliedMigration(db).catch(() => undefined), tooLate]);
  return applied === newestMigration;
}

function processGauges(): Record<string, number> {
  return { process_resident_memory_bytes: process.memoryUsage.rss(), process_uptime_seconds: process.uptime() };
}
