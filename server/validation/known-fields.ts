import * as z from "zod";
import { innerSchema } from "./inner-schema";

const maxLength = 200;

/** What an unknown field is told: which ones there are, as many as fit. */
export function notAField(root: z.core.$ZodType, path: readonly PropertyKey[]): string {
  const schema = schemaAt(root, path);
  if (!(schema instanceof z.ZodObject)) return "is not a field";
  const names = Object.keys(schema.shape);
  if (names.length === 0) return "is not a field; there are none";
  let listed = names.join(", ");
  if (listed.length > maxLength) listed = `${listed.slice(0, listed.lastIndexOf(", ", maxLength))}, …`;
  return `is not a field; there ${names.length === 1 ? "is" : "are"} ${listed}`;
}

/** Undefined behind a choice of schemas: which one was meant can't be told. */
function schemaAt(root: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  let schema: z.core.$ZodType | undefined = bare(root);
  for (const key of path) {
    if (schema instanceof z.ZodArray) schema = schema.element;
    else schema = schema instanceof z.ZodObject ? schema.shape[key as string] : undefined;
    schema = schema && bare(schema);
  }
  return schema;
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = innerSchema(schema);
  return inner ? bare(inner) : schema;
}
