import * as z from "zod";
import { type FieldProblem, type TokenPlace, tokensKey } from "../../contract";
import { TokenFault } from "./fault";
import { checkText, mayHaveTokens, takenApart } from "./text";

/** Where in a body tokens may stand: a text, the fields of an object, the items of an array. */
type Places = { kind: TokenPlace } | { kind: "object"; fields: [string, Places][] } | { kind: "array"; items: Places };

export type TokenCheck = (value: unknown, location: string, problems: FieldProblem[]) => void;

/** More than an answer tells. */
const maxFaults = 100;

/** Finds every broken token of a body that comes under this schema; undefined where none may stand. */
export function createTokenCheck(schema: z.ZodObject): TokenCheck | undefined {
  const places = tokenPlaces(schema);
  return places && ((value, location, problems) => checkPlaces(places, value, location, problems));
}

export function tokenPlaces(schema: z.ZodObject): Places | undefined {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return placesIn(root as Node, $defs as Record<string, Node>);
}

interface Node {
  $ref?: string;
  anyOf?: Node[];
  allOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  [tokensKey]?: TokenPlace;
}

function placesIn(node: Node, definitions: Record<string, Node>): Places | undefined {
  const kind = node[tokensKey];
  if (kind) return { kind };
  if (node.$ref) return placesIn(definitions[node.$ref.slice("#/$defs/".length)] as Node, definitions);
  for (const choice of [...(node.anyOf ?? []), ...(node.allOf ?? [])]) {
    const places = placesIn(choice, definitions);
    if (places) return places;
  }
  const items = node.items && placesIn(node.items, definitions);
  if (items) return { kind: "array", items };
  const fields = Object.entries(node.properties ?? {}).flatMap(([name, property]): [string, Places][] => {
    const places = placesIn(property, definitions);
    return places ? [[name, places]] : [];
  });
  return fields.length > 0 ? { kind: "object", fields } : undefined;
}

/** What is of the wrong type is passed over: the schema says so. */
function checkPlaces(places: Places, value: unknown, location: string, problems: FieldProblem[]): void {
  if (typeof value === "string") {
    if ((places.kind === "text" || places.kind === "url") && mayHaveTokens(value)) add(places.kind, value, location, problems);
  } else if (places.kind === "array") {
    if (!Array.isArray(value)) return;
    for (let index = 0; index < value.length; index += 1)
      checkPlaces(places.items, value[index], `${location}[${index}]`, problems);
  } else if (places.kind === "object" && typeof value === "object" && value !== null) {
    for (const [name, inner] of places.fields)
      checkPlaces(inner, (value as Record<string, unknown>)[name], `${location}.${name}`, problems);
  }
}

function add(kind: TokenPlace, text: string, location: string, problems: FieldProblem[]): void {
  if (problems.length >= maxFaults) return;
  const message = faultOf(kind, text);
  if (message !== undefined) problems.push({ location, code: "bad_token", message });
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
