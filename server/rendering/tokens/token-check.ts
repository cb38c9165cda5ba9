import * as z from "zod";
import { type FieldProblem, type TokenFieldKind, tokensKey } from "../../../contract";
import type { Steps } from "../../event-loop/steps";
import { innerSchema } from "../../validation/inner-schema";
import { checkText, mayHaveTokens, parseSegments } from "./text";
import { TokenError } from "./token-error";

/** Text by text, because there may be many. */
type TokenCheck = (value: unknown, location: string, problems: FieldProblem[]) => Steps<void>;

/** The fields of a body that may hold tokens, in the shape of its schema. */
type TokenFields =
  | { kind: TokenFieldKind }
  | { kind: "object"; fields: [string, TokenFields][] }
  | { kind: "array"; items: TokenFields };

/** More problems than an answer lists. */
const maxProblems = 100;

/** Finds every invalid token in a body of this schema. Undefined if the schema has no field for tokens. */
export function createTokenCheck(schema: z.ZodObject): TokenCheck | undefined {
  const fields = tokenFieldsIn(schema);
  return fields && ((value, location, problems) => checkFields(fields, value, location, problems));
}

function tokenFieldsIn(schema: z.core.$ZodType): TokenFields | undefined {
  const kind = z.globalRegistry.get(schema)?.[tokensKey] as TokenFieldKind | undefined;
  if (kind) return { kind };
  if (schema instanceof z.ZodArray) {
    const items = tokenFieldsIn(schema.element);
    return items && { kind: "array", items };
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]): [string, TokenFields][] => {
      const inner = tokenFieldsIn(field);
      return inner ? [[name, inner]] : [];
    });
    return fields.length > 0 ? { kind: "object", fields } : undefined;
  }
  const inner = innerSchema(schema);
  return inner && tokenFieldsIn(inner);
}

/** Values of the wrong type are skipped: the schema reports them. */
function* checkFields(fields: TokenFields, value: unknown, location: string, problems: FieldProblem[]): Steps<void> {
  if (!mayContainTokens(fields, value) || problems.length >= maxProblems) return;
  if (fields.kind === "array") {
    for (const [index, item] of (value as unknown[]).entries())
      yield* checkFields(fields.items, item, `${location}[${index}]`, problems);
  } else if (fields.kind === "object") {
    for (const [name, inner] of fields.fields)
      yield* checkFields(inner, (value as Record<string, unknown>)[name], `${location}.${name}`, problems);
  } else {
    yield undefined;
    const message = messageFor(fields.kind, value as string);
    if (message !== undefined) problems.push({ location, code: "bad_token", message });
  }
}

/** Most bodies have no tokens and need no further check. */
function mayContainTokens(fields: TokenFields, value: unknown): boolean {
  if (typeof value === "string") return (fields.kind === "text" || fields.kind === "url") && mayHaveTokens(value);
  if (fields.kind === "array") return Array.isArray(value) && value.some((item) => mayContainTokens(fields.items, item));
  if (fields.kind !== "object" || typeof value !== "object" || value === null) return false;
  return fields.fields.some(([name, inner]) => mayContainTokens(inner, (value as Record<string, unknown>)[name]));
}

function messageFor(kind: TokenFieldKind, text: string): string | undefined {
  try {
    if (kind === "url") checkAddress(text);
    else checkText(text);
    return undefined;
  } catch (error) {
    if (error instanceof TokenError) return error.message;
    throw error;
  }
}

/** Anywhere but in a query value, a token could change where an address leads. */
function checkAddress(text: string): void {
  let inQuery = false;
  let inValue = false;
  let inFragment = false;
  for (const segment of parseSegments(text, (parsed) => parsed)) {
    if (typeof segment === "string") {
      const start: number = inQuery ? 0 : segment.indexOf("?") + 1;
      inQuery ||= start > 0;
      inFragment ||= segment.includes("#");
      const [value, field] = [segment.lastIndexOf("="), Math.max(segment.lastIndexOf("&"), start - 1)];
      if (value !== field) inValue = inQuery && value > field;
    } else if (!inValue || inFragment) {
      const message = "must have tokens in the values of its query alone, as in ?name={{ person.name }}";
      throw new TokenError(message, text, segment.begin);
    }
  }
}
