import { errors, events } from "../../../contract";
import { resourceOf } from "../../../contract/openapi/resources";
import { describedOperations } from "./described-operations";
import { openapiDocument } from "./document";

/** The page that has each schema: that of the first operation that answers with it, or else uses it. */
function homesOf(): Map<string, string> {
  const { paths, components } = openapiDocument();
  const homes = new Map([["Problem", "error_codes"]]);
  const described = describedOperations.map((operation) => ({
    page: resourceOf(operation),
    described: paths[operation.path]?.[operation.method.toLowerCase()],
  }));
  for (const { page, described: { responses = {} } = {} } of described) claim(page, topReferences(responses));
  for (const { page, described: whole } of described) claim(page, references(whole));
  claim("event_types", Object.keys(components.schemas));
  return homes;

  function claim(page: string, ids: readonly string[]): void {
    for (const id of ids) if (!homes.has(id)) homes.set(id, page);
  }

  /** With those that they refer to in turn. */
  function references(value: unknown, found = new Set<string>()): string[] {
    for (const id of referred(value)) {
      if (found.has(id)) continue;
      found.add(id);
      references(components.schemas[id], found);
    }
    return [...found];
  }
}

/** The record of an answer, or the items of a list. */
function topReferences(responses: object): string[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return successes.flatMap(([, answer]) => referred(answer));
}

function referred(value: unknown): string[] {
  const found = JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  return [...found].map(([, id]) => id as string);
}

let homes: Map<string, string> | undefined;

export function schemasAt(page: string): string[] {
  homes ??= homesOf();
  return Object.keys(openapiDocument().components.schemas).filter((id) => homes?.get(id) === page);
}

const conventions = ["values", "errors", "lists", "idempotency", "rate_limits"];

const operationsById = new Map(describedOperations.map((operation) => [operation.id, operation]));

/** The name of the page that has the anchor; undefined for one that every page may have. */
export function pageOf(anchor: string): string | undefined {
  homes ??= homesOf();
  if (anchor.startsWith("schema-")) return homes.get(anchor.slice("schema-".length));
  const operation = operationsById.get(anchor);
  if (operation) return resourceOf(operation);
  if (anchor in errors) return "error_codes";
  if (anchor.startsWith("event-") && anchor.slice("event-".length) in events) return "event_types";
  if (conventions.includes(anchor)) return "conventions";
  return /^(tokens|version_states|blocks|block-.+)$/.test(anchor) ? "content" : topLevel.get(anchor);
}

/** Pages are named like their first heading. */
const topLevel = new Map(
  [...new Set(describedOperations.map(resourceOf)), "event_types", "error_codes"].map((name) => [name as string, name as string]),
);

export function addressOf(page: string, anchor?: string): string {
  return `/docs${page === "" ? "" : `/${page}`}${anchor === undefined ? "" : `#${anchor}`}`;
}
