import * as z from "zod";
import { itemSchemaOf } from "../../contract/fields";

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
  /** An identifier that a field of this name may refer to. */
  reference?: (field: string) => string | undefined;
}

/** What a caller sends, as JSON Schema, with every reference put in place. */
export function schemaOf(declaration: z.ZodType): Schema {
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

/**
 * A value the declaration accepts. Where the schema can't say what it wants (a host name, say), the next candidate is
 * tried at just the place that was refused.
 */
export function sampleOf(declaration: z.ZodType, options: SampleOptions): unknown {
  const schema = schemaOf(declaration);
  const tried = new Map<string, number>();
  for (;;) {
    const sample = build(schema, [], options, tried);
    const checked = declaration.safeParse(sample);
    if (checked.success) return sample;
    for (const { path, message } of checked.error.issues) {
      const place = path.join(".");
      const next = (tried.get(place) ?? 0) + 1;
      if (next >= textsFor("", options).length)
        throw new Error(`No sample for ${place} (${message}): add one to tests/support/samples.ts`);
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

function build(nullable: Schema, path: string[], options: SampleOptions, tried: Map<string, number>): unknown {
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
      return [build(schema.items ?? {}, [...path, "0"], options, tried)];
    case "object":
      return isFreeObject(schema) ? { note: options.word, list: [1, "two", null] } : buildObject(schema, path, options, tried);
    default:
      return textsFor(fieldOf(path), options)[tried.get(path.join(".")) ?? 0];
  }
}

function buildObject(schema: Schema, path: string[], options: SampleOptions, tried: Map<string, number>): unknown {
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !options.fewest || schema.required?.includes(name) === true,
  );
  return Object.fromEntries(wanted.map(([name, field]) => [name, build(field, [...path, name], options, tried)]));
}

/** `topicIds.0` refers to what a `topicId` does. */
function fieldOf(path: string[]): string {
  const [parent = "", last = ""] = [path.at(-2), path.at(-1)];
  return /^\d+$/.test(last) ? parent.replace(/s$/, "") : last;
}

function textsFor(field: string, { word, reference }: SampleOptions): string[] {
  const number = /\d*$/.exec(word)?.[0] ?? "";
  return [
    reference?.(field) ?? `Sample ${word}`,
    `sample-${word}`,
    `${word}.example.com`,
    `${word}@${word}.example.com`,
    `https://${word}.example.com/page`,
    `/sample/${word}`,
    // A phone number, and a moment in the next century: both have this form.
    `+4915${number.padStart(9, "0")}`,
    `#${number.padStart(6, "0").slice(-6)}`,
    word,
  ];
}
