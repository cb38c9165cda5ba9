import * as z from "zod";
import { type FieldProblem, type TokenPlace, tokensKey } from "../../../contract";
import { TokenFault } from "./fault";
import { checkText, mayHaveTokens, takenApart } from "./text";

/** Where in a body tokens may stand: a text, the fields of an object, the items of an array. */
type Places = { kind: TokenPlace } | { kind: "object"; fields: [string, Places][] } | { kind: "array"; items: Places };

type TokenCheck = (value: unknown, location: string, problems: FieldProblem[]) => void;

/** More than an answer tells. */
const maxFaults = 100;

/** Finds every broken token of a body that comes under this schema; undefined where none may stand. */
export function createTokenCheck(schema: z.ZodObject): TokenCheck | undefined {
  const places = placesIn(schema);
  return places && ((value, location, problems) => checkPlaces(places, value, location, problems));
}

function placesIn(schema: z.core.$ZodType): Places | undefined {
  const kind = z.globalRegistry.get(schema)?.[tokensKey] as TokenPlace | undefined;
  if (kind) return { kind };
  if (schema instanceof z.ZodArray) {
    const items = placesIn(schema.element);
    return items && { kind: "array", items };
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]): [string, Places][] => {
      const places = placesIn(field);
      return places ? [[name, places]] : [];
    });
    return fields.length > 0 ? { kind: "object", fields } : undefined;
  }
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? placesIn(schema.unwrap()) : undefined;
}

/** Most bodies hold none, and need no more than this. */
function mayHold(places: Places, value: unknown): boolean {
  if (typeof value === "string") return (places.kind === "text" || places.kind === "url") && mayHaveTokens(value);
  if (places.kind === "array") return Array.isArray(value) && value.some((item) => mayHold(places.items, item));
  if (places.kind !== "object" || typeof value !== "object" || value === null) return false;
  return places.fields.some(([name, inner]) => mayHold(inner, (value as Record<string, unknown>)[name]));
}

/** What is of the wrong type is passed over: the schema says so. */
function checkPlaces(places: Places, value: unknown, location: string, problems: FieldProblem[]): void {
  if (!mayHold(places, value) || problems.length >= maxFaults) return;
  if (places.kind === "array") {
    for (const [index, item] of (value as unknown[]).entries())
      checkPlaces(places.items, item, `${location}[${index}]`, problems);
  } else if (places.kind === "object") {
    for (const [name, inner] of places.fields)
      checkPlaces(inner, (value as Record<string, unknown>)[name], `${location}.${name}`, problems);
  } else {
    const message = faultOf(places.kind, value as string);
    if (message !== undefined) problems.push({ location, code: "bad_token", message });
  }
}

function faultOf(kind: TokenPlace, text: string): string | undefined {
  try {
    if (kind === "url") checkAddress(text);
    else checkText(text);
    return undefined;
  } catch (error) {
    if (error instanceof TokenFault) return error.message;
    throw error;
  }
}

/** Anywhere else a token could change where the address leads, or what it does. */
function checkAddress(text: string): void {
  let inQuery = false;
  let inValue = false;
  let inFragment = false;
  for (const part of takenApart(text, (source) => source)) {
    if (typeof part === "string") {
      const start: number = inQuery ? 0 : part.indexOf("?") + 1;
      inQuery ||= start > 0;
      inFragment ||= part.includes("#");
      const [value, field] = [part.lastIndexOf("="), Math.max(part.lastIndexOf("&"), start - 1)];
      if (value !== field) inValue = inQuery && value > field;
    } else if (!inValue || inFragment) {
      throw new TokenFault("must have tokens in the values of its query alone, as in ?name={{ person.name }}", text, part.begin);
    }
  }
}
