import type { JsonSchema } from "../../../../contract/openapi/schemas";
import { fieldType, isTimestamp, withoutNull } from "./field-type";
import { breakable, type Markup, markup, nothing, prose } from "./markup";

export interface Field {
  name: string;
  schema: JsonSchema;
  /** Said beside the name: `required`, or where a parameter goes. */
  note: string;
  description: Markup;
}

export function fieldTable(title: string, fields: Field[]): Markup {
  return markup`<table><caption>${title}</caption>
<thead class="unseen"><tr><th scope="col">Name</th><th scope="col">What it holds</th></tr></thead>
<tbody>${fields.map(fieldRow)}</tbody></table>`;
}

function fieldRow({ name, schema, note, description }: Field): Markup {
  const noted = note === "" ? nothing : markup` <span class="note">${note}</span>`;
  const type = isPlain(schema) && description !== nothing ? nothing : fieldType(schema);
  return markup`<tr><th scope="row">${fieldName(name)}${noted}</th><td>${type}${description}</td></tr>\n`;
}

/** The path before the last part of a dotted name is dimmed, and a line may break there. */
function fieldName(name: string): Markup {
  const start = name.lastIndexOf(".") + 1;
  const lead = start === 0 ? nothing : markup`<span>${name.slice(0, start)}</span><wbr>`;
  return markup`<code class="name">${lead}${breakable(name.slice(start))}</code>`;
}

/** A plain string needs no type beside its description. */
function isPlain({ type, ...rest }: JsonSchema): boolean {
  return type === "string" && Object.keys(rest).length === 0;
}

/** In a request most fields are optional, in an answer most are there: the rarer case is the one to name. */
export type Direction = "request" | "answer";

/** The fields of an object, those of inlined objects after their owner. */
export function fieldsOf(schema: JsonSchema, direction: Direction, prefix = ""): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${prefix}${key}`;
    const required = schema.required?.includes(key) ?? false;
    const field = { name, schema: property, note: noteOf(required, direction), description: descriptionOf(property) };
    const { core } = withoutNull(property);
    const [inner, path] = core.type === "array" ? [core.items ?? {}, `${name}[].`] : [core, `${name}.`];
    return [field, ...fieldsOf(inner, direction, path)];
  });
}

function noteOf(required: boolean, direction: Direction): string {
  if (direction === "request") return required ? "required" : "";
  return required ? "" : "optional";
}

function descriptionOf(schema: JsonSchema): Markup {
  return schema.description === undefined || isTimestamp(schema) ? nothing : paragraph(schema.description);
}

export function paragraph(text: string): Markup {
  return markup`<p>${prose(text)}</p>`;
}
