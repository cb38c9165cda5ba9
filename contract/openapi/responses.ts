import { isGuard } from "../entity-tags";
import { type ErrorCode, errors, type ProblemBody, problem } from "../errors";
import { takesIdempotencyKey } from "../idempotency";
import { type Operation, possibleErrors } from "../operation";
import { sampleId } from "./samples";
import type { Schemas } from "./schemas";

const count = { type: "integer", minimum: 0 };

export const headers = {
  RequestId: { description: "Names the request in the service's log", schema: { type: "string" } },
  RateLimitLimit: { description: "How many requests the key may make at once", schema: count },
  RateLimitRemaining: { description: "How many of them are left", schema: count },
  RateLimitReset: { description: "Seconds until all of them are back", schema: count },
  RetryAfter: { description: "Seconds to wait before the next try", schema: count },
  WwwAuthenticate: { description: "Where the key belongs", schema: { type: "string" } },
  EntityTag: { description: "Stays as long as nobody edits the record; for `If-Match`", schema: { type: "string" } },
  IdempotentReplayed: { description: "`true` when this is a stored answer", schema: { type: "string", enum: ["true"] } },
};

const always = { "x-request-id": reference("RequestId") };
const limits = {
  "RateLimit-Limit": reference("RateLimitLimit"),
  "RateLimit-Remaining": reference("RateLimitRemaining"),
  "RateLimit-Reset": reference("RateLimitReset"),
};

export function successHeaders(operation: Operation): Record<string, object> {
  return {
    ...always,
    ...limits,
    ...((operation.guardedBy || isGuard(operation.id)) && { ETag: reference("EntityTag") }),
    ...(takesIdempotencyKey(operation) && { "Idempotent-Replayed": reference("IdempotentReplayed") }),
  };
}

/** One response for each set of codes with the same status; operations refer to it. */
export function createProblemResponses(schemas: Schemas) {
  schemas.components.Problem = { ...schemas.convert(problem(), "output"), examples: [problemSample("not_found")] };
  const components: Record<string, object> = {};
  const examples: Record<string, { summary: string; value: ProblemBody }> = {};

  function response(status: number, codes: ErrorCode[]): { $ref: string } {
    const name = codes.join(".");
    components[name] ??= describe(status, codes);
    for (const code of codes) examples[code] ??= { summary: errors[code].title, value: problemSample(code) };
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    components,
    examples,
    of(operation: Operation): Record<string, object> {
      const byStatus = Map.groupBy(possibleErrors(operation), (code) => errors[code].status);
      return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), response(status, codes)]));
    },
  };
}

function describe(status: number, codes: ErrorCode[]): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].title}`).join("  \n"),
    "x-codes": codes,
    headers: {
      ...always,
      ...(status === 401 ? { "WWW-Authenticate": reference("WwwAuthenticate") } : limits),
      ...((status === 429 || status === 503) && { "Retry-After": reference("RetryAfter") }),
    },
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function problemSample(code: ErrorCode): ProblemBody {
  const { status, title } = errors[code];
  const tooLong = { location: "body.name", code: "too_long", message: "must have at most 255 characters" };
  const unknown = { location: "body.nmae", code: "unknown_field", message: "is not a field; there are name, email" };
  const fields = [tooLong, unknown];
  return {
    type: `https://foyer.example/docs#${code}`,
    title,
    status,
    detail: code === "validation_failed" ? fields.map(({ location, message }) => `${location} ${message}`).join("; ") : title,
    code,
    requestId: sampleId("request"),
    ...(code === "validation_failed" && { errors: fields }),
    ...(code in conflictsWith && { existingId: sampleId(conflictsWith[code] as string) }),
  };
}

/** The kind of record that `existingId` names in each conflict. */
const conflictsWith: { [Code in ErrorCode]?: string } = {
  domain_taken: "account",
  path_taken: "link",
  tenant_domain_taken: "domain",
};

function reference(header: keyof typeof headers): { $ref: string } {
  return { $ref: `#/components/headers/${header}` };
}
