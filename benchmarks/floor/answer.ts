import { createIds } from "../../server/records/ids";
import { createLog } from "../../server/telemetry/log";

/**
 * What an answer of the API has by contract, bare: a request id, the state of the limits, and a line in the log. `FLOOR=bare`
 * leaves all of it out, to see what it costs.
 */
const isBare = process.env.FLOOR === "bare";
const newId = createIds(Date.now);
const log = createLog((text) => process.stdout.write(text), Date.now);
const headers = new Headers({
  "content-type": "application/json",
  "cache-control": "no-store",
  "ratelimit-limit": "100000000",
  "ratelimit-reset": "1",
});
let left = 100_000_000;

export function answer(request: Request, operation: string, body: unknown, status = 200): Response {
  if (isBare) return Response.json(body, { status });
  const started = performance.now();
  const requestId = newId("request");
  const path = request.url.slice(request.url.indexOf("/", 8));
  const keyId = request.headers.get("x-api-key") ?? "none";
  left -= 1;
  headers.set("x-request-id", requestId);
  headers.set("ratelimit-remaining", String(left));
  const response = Response.json(body, { status, headers });
  log.request({
    requestId,
    method: request.method,
    path,
    operation,
    status,
    ms: performance.now() - started,
    tenantId: "bench",
    keyId,
  });
  return response;
}
