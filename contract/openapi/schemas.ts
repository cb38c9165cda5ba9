import * as z from "zod";
import { itemSchemaOf } from "../fields";
import type { TokenFieldKind, tokensKey } from "../pages/tokens";

/** The part of JSON Schema that zod writes for our fields. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: false | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
  examples?: unknown[];
  [tokensKey]?: TokenFieldKind;
}

export interface Schemas {
  /** JSON Schema of a schema. Schemas with an id become components. */
  convert(schema: z.ZodType, io: "input" | "output"): JsonSchema;
  readonly components: Record<string, JsonSchema>;
}

const definitions = "#/$defs/";
export const componentPrefix = "#/components/schemas/";

export function createSchemas(): Schemas {
  const components: Record<string, JsonSchema> = {};

  function keep(id: string, schema: JsonSchema): void {
    const known = components[id];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`${id} is not the same in requests and responses: give one of them an id of its own`);
    }
    components[id] = schema;
  }

  return {
    components,
    convert(schema, io) {
      const { $defs, ...root } = converted(schema, io);
      for (const [id, definition] of Object.entries($defs ?? {})) keep(id, definition);
      return root;
    },
  };
}

function converted(schema: z.ZodType, io: "input" | "output"): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  const itemDefinitions: Record<string, JsonSchema> = {};
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const item = itemSchemaOf(zodSchema);
      if (item) {
        const { $defs, ...described } = converted(item, io);
        Object.assign(jsonSchema, described);
        Object.assign(itemDefinitions, $defs);
      }
      dropNoise(jsonSchema);
    },
  });
  const whole = { ...json, $defs: { ...json.$defs, ...itemDefinitions } };
  return JSON.parse(
    JSON.stringify(whole, (key, value) => (key === "$ref" ? value.replace(definitions, componentPrefix) : value)),
  );
}

function dropNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minLength === 0) delete schema.minLength;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  delete schema.propertyNames;
}
