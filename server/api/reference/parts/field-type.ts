import { tokensKey } from "../../../../contract";
import { isIdentifier } from "../../../../contract/openapi/identifiers";
import type { JsonSchema } from "../../../../contract/openapi/schemas";
import { type Markup, markup, nothing, thousands } from "./markup";

/** A field's type and bounds in a line of words. */
export function fieldType(schema: JsonSchema): Markup {
  const { core, nullable } = withoutNull(schema);
  const pattern =
    core.pattern === undefined || isTimestamp(core) || isIdentifier(core)
      ? nothing
      : markup`, matching <code>${core.pattern}</code>`;
  const fallback = schema.default === undefined ? nothing : markup`, default <code>${JSON.stringify(schema.default)}</code>`;
  return markup`<span class="type">${typeName(core)}${nullable ? " or null" : ""}${boundsOf(core)}${pattern}${fallback}${tokensOf(core)}</span>`;
}

export function schemaLink(reference: string): Markup {
  const id = reference.slice(reference.lastIndexOf("/") + 1);
  return markup`<a href="#schema-${id}">${id}</a>`;
}

/** `T or null` in either of the two ways JSON Schema has for it. */
export function withoutNull(schema: JsonSchema): { core: JsonSchema; nullable: boolean } {
  const [first, second] = schema.anyOf ?? [];
  if (first && second?.type === "null") return { core: first, nullable: true };
  if (!Array.isArray(schema.type)) return { core: schema, nullable: false };
  const types = schema.type.filter((type) => type !== "null");
  return { core: { ...schema, type: types }, nullable: types.length < schema.type.length };
}

/** A phone number has the same pattern; only a timestamp says what it counts. */
export function isTimestamp({ description }: JsonSchema): boolean {
  return description === "`+` and Unix time in milliseconds";
}

function tokensOf({ items, [tokensKey]: place = items?.[tokensKey] }: JsonSchema): Markup {
  if (place === undefined) return nothing;
  return markup`, may hold <a href="#tokens">tokens</a>${place === "url" ? " in its query" : ""}`;
}

const formats: Record<string, string> = { "uri-reference": "URL", email: "e-mail address", binary: "file" };

function typeName(schema: JsonSchema): Markup {
  if (schema.$ref !== undefined) return schemaLink(schema.$ref);
  if (isTimestamp(schema)) return markup`<a href="#values">timestamp</a>`;
  if (isIdentifier(schema)) return markup`<a href="#values">identifier</a>`;
  if (schema.const !== undefined) return markup`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return markup`one of${schema.enum.map((value) => markup` <code>${String(value)}</code>`)}`;
  if (schema.type === "array") return markup`array${schema.items?.enum ? ", each " : " of "}${typeName(schema.items ?? {})}`;
  return markup`${formats[schema.format ?? ""] ?? [schema.type ?? "anything"].flat().join(" or ")}`;
}

function boundsOf(schema: JsonSchema): string {
  const bounds = [
    range(schema.minLength, schema.maxLength, "character"),
    range(schema.minimum, schema.maximum, ""),
    range(schema.minItems, schema.maxItems, "item"),
    schema.items ? range(schema.items.minLength, schema.items.maxLength, "character", " each") : "",
  ];
  return bounds.join("");
}

function range(least: number | undefined, most: number | undefined, unit: string, suffix = ""): string {
  const bound = (value: number) => `${thousands(value)}${unit === "" ? "" : ` ${unit}${value === 1 ? "" : "s"}`}${suffix}`;
  if (most === undefined) return least === undefined ? "" : `, at least ${bound(least)}`;
  return least === undefined ? `, at most ${bound(most)}` : `, ${thousands(least)} to ${bound(most)}`;
}
