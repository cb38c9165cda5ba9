import * as z from "zod";
import { type FieldProblem, type Operation, paramNames, type UploadedFile } from "../../../contract";
import type { Steps } from "../../event-loop/steps";
import { resemblesCursor } from "../../records/paging";
import { Problem } from "../../records/problem";
import { createTokenCheck } from "../../rendering/tokens";
import { percentDecoded } from "../../texts/percent-decoded";
import { parseFields, shortened } from "../../validation/parse-fields";
import { inspect, maxProblems } from "./inspect";

const maxParamLength = 512;
const maxIdempotencyKeyLength = 255;

interface RawInput {
  /** Percent-encoded, in the order of the path. */
  params: readonly string[];
  /** Without the question mark. */
  query: string;
  /** Parsed JSON, or the fields of a form; undefined where the operation has no body. */
  body: unknown;
  idempotencyKey: string | null;
  /** Of a form. */
  file?: UploadedFile | undefined;
  /** What was wrong with the body before it could be checked. */
  problems?: readonly FieldProblem[];
}

export interface CheckedInput {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  file?: UploadedFile | undefined;
}

/** In steps, because a body may be large. */
export type Check = (raw: RawInput) => Steps<CheckedInput>;

/** Everything that is wrong with a request, from path, query, headers and body, in one answer. */
export function createCheck(operation: Operation): Check {
  const names = paramNames(operation.path);
  const querySchema = operation.query ?? z.strictObject({});
  const queryKinds = kindsOf(querySchema);
  const emptyQuery = querySchema.safeParse({}).data ?? {};
  const checkTokens = operation.body && createTokenCheck(operation.body);

  return function* check(raw) {
    const problems: FieldProblem[] = raw.problems ? [...raw.problems] : [];
    const params = readParams(names, raw.params, problems);
    const checkedParams = operation.params ? parseFields(operation.params, params, "path", problems) : params;
    const sentQuery = raw.query === "" ? {} : readQuery(raw.query, queryKinds, problems);
    const query = raw.query === "" ? emptyQuery : parseFields(querySchema, sentQuery, "query", problems);
    checkIdempotencyKey(raw.idempotencyKey, problems);
    let { body } = raw;
    if (operation.body) {
      inspect(body, "body", problems);
      yield undefined;
      body = parseFields(operation.body, raw.body, "body", problems);
      if (checkTokens) yield* checkTokens(raw.body, "body", problems);
    }
    if (operation.upload && !raw.file) {
      problems.push({ location: `body.${operation.upload.field}`, code: "required", message: "is required" });
    }
    if (problems.length > 0) {
      if (queryKinds.has("cursor")) checkCursor(sentQuery.cursor, problems);
      throw new Problem("validation_failed", { errors: withoutRepeats(problems) });
    }
    return { params: checkedParams as Record<string, string>, query: query as Record<string, unknown>, body, file: raw.file };
  };
}

function readParams(names: string[], encoded: readonly string[], problems: FieldProblem[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    const value = percentDecoded(encoded[index] as string);
    params[name] = value ?? "";
    if (value === undefined) {
      problems.push({ location: `path.${name}`, code: "bad_text", message: "must be percent-encoded UTF-8" });
    } else {
      inspect(value, `path.${name}`, problems);
      if (value.length > maxParamLength) problems.push(tooLong(`path.${name}`, maxParamLength));
    }
  }
  return params;
}

type Kind = "number" | "boolean" | "string";

function kindsOf(schema: z.ZodObject): Map<string, Kind> {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const kind = (type: unknown): Kind =>
    type === "integer" || type === "number" ? "number" : type === "boolean" ? "boolean" : "string";
  return new Map(Object.entries(properties).map(([name, property]) => [name, kind((property as { type?: unknown }).type)]));
}

/** Numbers and booleans arrive as text; what does not look like one stays text and fails the check. */
function readQuery(text: string, kinds: Map<string, Kind>, problems: FieldProblem[]): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  for (const part of text.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = percentDecoded((equals < 0 ? part : part.slice(0, equals)).replaceAll("+", " "));
    const value = equals < 0 ? "" : percentDecoded(part.slice(equals + 1).replaceAll("+", " "));
    if (name === undefined || value === undefined) {
      problems.push({ location: "query", code: "bad_text", message: "must be percent-encoded UTF-8" });
    } else if (name in query) {
      problems.push({ location: `query.${shortened(name)}`, code: "repeated", message: "must be given once" });
    } else {
      inspect(name, "query", problems);
      inspect(value, `query.${shortened(name)}`, problems);
      query[name] = converted(value, kinds.get(name));
    }
  }
  return query;
}

function converted(value: string, kind: Kind | undefined): unknown {
  if (kind === "number" && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value);
  if (kind === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

/** For requests with other problems: if the cursor is the only one, the list refuses it with a code of its own. */
function checkCursor(cursor: unknown, problems: FieldProblem[]): void {
  if (typeof cursor !== "string" || cursor === "" || resemblesCursor(cursor)) return;
  problems.push({ location: "query.cursor", code: "bad_format", message: "must be nextCursor of this list, as it came" });
}

function checkIdempotencyKey(key: string | null, problems: FieldProblem[]): void {
  if (key === null) return;
  const location = "header.Idempotency-Key";
  inspect(key, location, problems);
  if (key === "") problems.push({ location, code: "too_short", message: "must have at least 1 character" });
  if (key.length > maxIdempotencyKeyLength) problems.push(tooLong(location, maxIdempotencyKeyLength));
}

function tooLong(location: string, max: number): FieldProblem {
  return { location, code: "too_long", message: `must have at most ${max} characters` };
}

function withoutRepeats(problems: FieldProblem[]): FieldProblem[] {
  const seen = new Set<string>();
  const first = problems.filter(({ location, code }) => !seen.has(`${location} ${code}`) && seen.add(`${location} ${code}`));
  const declared = new Set(first.flatMap(({ location, code }) => (code === "inexact_number" ? [] : [location])));
  // The advice to send a large number as a string would be wrong for a field that must be a number.
  return first.filter(({ location, code }) => code !== "inexact_number" || !declared.has(location)).slice(0, maxProblems);
}
