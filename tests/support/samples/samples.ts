import * as z from "zod";
import { itemSchemaOf } from "../../../contract/fields";

/** The part of JSON Schema that the contract's declarations come out as. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
}

export interface SampleOptions {
  /** A word no other sample has, of lowercase letters and digits; ends in a number. */
  word: string;
  /** Only what must be there. */
  fewest?: boolean;
  /** About how many bytes it is to have: as many items and as long texts as the declaration takes. */
  bytes?: number;
  /** An identifier that a field of this name may refer to. */
  reference?: (field: string) => string | undefined;
}

const schemas = new WeakMap<z.ZodType, Schema>();

/** What a caller sends, as JSON Schema, with every reference put in place. */
export function schemaOf(declaration: z.ZodType): Schema {
  const known = schemas.get(declaration);
  if (known) return known;
  const schema = newSchemaOf(declaration);
  schemas.set(declaration, schema);
  return schema;
}

function newSchemaOf(declaration: z.ZodType): Schema {
  const { $defs = {}, ...root } = z.toJSONSchema(declaration, {
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // An item of a batch is taken whatever it holds: what is wrong with it is said in its own result.
      if (itemSchemaOf(zodSchema)) Object.assign(jsonSchema, { type: "object", additionalProperties: {} });
    },
  });
  const inlined = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(inlined);
    if ("$ref" in value) return inlined($defs[String(value.$ref).replace("#/$defs/", "")]);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inlined(member)]));
  };
  return inlined(root) as Schema;
}

/** For each place of a declaration, which candidate it takes there. */
type Choices = Map<string, number>;

/** What was accepted before, so that most samples are right at the first attempt. */
const accepted = new WeakMap<z.ZodType, Choices>();

/**
 * A value the declaration accepts. Where the schema can't say what it wants (a host name, say), the next candidate is
 * tried at just the place that was refused.
 */
export function sampleOf(declaration: z.ZodType, options: SampleOptions): unknown {
  const schema = schemaOf(declaration);
  const refers = (place: string) => options.reference?.(fieldOf(place.split("."))) !== undefined;
  // There may be a record by now that a field can refer to.
  const tried: Choices = new Map([...(accepted.get(declaration) ?? [])].filter(([place]) => !refers(place)));
  for (;;) {
    const sample = build(schema, [], options, tried, options.bytes ?? 0);
    const checked = declaration.safeParse(sample);
    if (checked.success) {
      accepted.set(declaration, tried);
      return sample;
    }
    for (const { path, message } of checked.error.issues) {
      const place = path.join(".");
      const next = (tried.get(place) ?? 0) + 1;
      if (next >= candidates.length)
        throw new Error(`No sample for ${place} (${message}): add one to tests/support/samples/samples.ts`);
      tried.set(place, next);
    }
  }
}

export function isNullable(schema: Schema): boolean {
  return schema.anyOf?.some((choice) => choice.type === "null") ?? schema.type === "null";
}

/** The schema of what is there when it is not null. */
export function withoutNull(schema: Schema): Schema {
  return schema.anyOf?.find((choice) => choice.type !== "null") ?? schema;
}

/** An object whose members are the caller's own. */
export function isFreeObject(schema: Schema): boolean {
  return schema.type === "object" && schema.properties === undefined;
}

function build(nullable: Schema, path: string[], options: SampleOptions, tried: Choices, bytes: number): unknown {
  const schema = withoutNull(nullable);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Math.min(Math.max(7, schema.minimum ?? 7), schema.maximum ?? 7);
    case "array":
      return buildItems(schema, path, options, tried, bytes);
    case "object":
      if (isFreeObject(schema)) return { note: options.word, list: [1, "two", null], ...manyMembers(bytes) };
      return buildObject(schema, path, options, tried, bytes);
    default:
      return textFor(fieldOf(path), options, schema, bytes, tried.get(path.join(".")) ?? 0);
  }
}

/** Small enough that a list of them gets as long as it may be. */
const itemBytes = { object: 400, other: 100 };

/** Each item has a word of its own, because some must be distinct. */
function buildItems(schema: Schema, path: string[], options: SampleOptions, tried: Choices, bytes: number): unknown[] {
  const { items = {}, maxItems = 1 } = schema;
  const room = Math.floor(bytes / (items.type === "object" ? itemBytes.object : itemBytes.other));
  const count = items.enum ? 1 : Math.max(1, Math.min(maxItems, room));
  return Array.from({ length: count }, (_, index) => {
    const own = index === 0 ? options : { ...options, word: `${options.word}${index}`, reference: () => undefined };
    return build(items, [...path, String(index)], own, tried, bytes / count);
  });
}

function manyMembers(bytes: number): Record<string, unknown> {
  const count = Math.floor(bytes / itemBytes.other);
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`member_${at}`, { at, texts: ["one", "two"], none: null }]),
  );
}

function buildObject(schema: Schema, path: string[], options: SampleOptions, tried: Choices, bytes: number): unknown {
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !options.fewest || schema.required?.includes(name) === true,
  );
  const shares = sharesOf(wanted, bytes);
  return Object.fromEntries(
    wanted.map(([name, field]) => [name, build(field, [...path, name], options, tried, shares.get(name) ?? 0)]),
  );
}

/** What small fields can't use is left to the larger ones. */
function sharesOf(fields: [string, Schema][], bytes: number): Map<string, number> {
  const shares = new Map<string, number>();
  let left = bytes;
  const smallestFirst = fields.map(([name, field]) => ({ name, most: mostBytes(field) })).sort((a, b) => a.most - b.most);
  smallestFirst.forEach(({ name, most }, index) => {
    const share = Math.min(most, left / (smallestFirst.length - index));
    shares.set(name, share);
    left -= share;
  });
  return shares;
}

function mostBytes(nullable: Schema): number {
  const schema = withoutNull(nullable);
  if (schema.type === "array") return (schema.maxItems ?? 1) * mostBytes(schema.items ?? {});
  if (isFreeObject(schema)) return Number.POSITIVE_INFINITY;
  if (schema.type === "object") return Object.values(schema.properties ?? {}).reduce((sum, field) => sum + mostBytes(field), 0);
  return schema.type === "string" && !schema.enum ? (schema.maxLength ?? itemBytes.other) : itemBytes.other;
}

/** `topicIds.0` refers to what a `topicId` does. */
function fieldOf(path: string[]): string {
  const [parent = "", last = ""] = [path.at(-2), path.at(-1)];
  return /^\d+$/.test(last) ? parent.replace(/s$/, "") : last;
}

function textFor(field: string, options: SampleOptions, { maxLength = 0 }: Schema, bytes: number, choice: number): string {
  const { word, reference } = options;
  const number = /\d*$/.exec(word)?.[0] ?? "";
  if (choice > 0) return (candidates[choice] as Candidate)(word, number);
  return reference?.(field) ?? longText(`Sample ${word}`, field.endsWith("Id") ? 0 : Math.min(maxLength, bytes));
}

type Candidate = (word: string, number: string) => string;

const candidates: readonly Candidate[] = [
  (word) => `Sample ${word}`,
  (word) => `sample-${word}`,
  (word) => `${word}.example.com`,
  (word) => `${word}@${word}.example.com`,
  (word) => `https://${word}.example.com/page`,
  (word) => `/sample/${word}`,
  // A phone number, and a moment in the next century: both have this form.
  (_, number) => `+4915${number.padStart(9, "0")}`,
  (_, number) => `2001:db8:${(Number(number) >>> 16).toString(16)}:${(Number(number) & 0xffff).toString(16)}::/64`,
  (_, number) => `#${number.padStart(6, "0").slice(-6)}`,
  (word) => word,
  () => "pt-BR",
  () => "person.created",
  () => "Europe/Berlin",
];

const tokens = '{{person.name | default: "you"}} of {{account.name | upcase}} ';
const markdown = "- **bold** _and_ [a link](https://example.com/a) `code` <b>&amp;</b>\n\n> quoted ";
const maxTokenTexts = 90;

/** A text of this length that is dear to check and to render: as many tokens as a text may have, then Markdown. */
function longText(start: string, length: number): string {
  if (start.length >= length) return start;
  const withTokens = `${start} ${tokens.repeat(Math.min(maxTokenTexts, Math.floor(length / tokens.length)))}`;
  const rest = Math.max(0, length - withTokens.length);
  return (withTokens.length > length ? start : withTokens) + markdown.repeat(Math.floor(rest / markdown.length));
}
