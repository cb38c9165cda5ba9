import { type Operation, operations, type ProblemBody, tokenNames, tokensKey } from "../../../contract";
import { type Schema, schemaOf } from "../samples/samples";
import { type Request, send } from "../samples/world";
import type { Api } from "../service/api";

/** A text field in the body of an operation; 0 stands for every item of a list. */
export interface TextField {
  /** As in `createPage actions[].url`. */
  name: string;
  path: readonly (string | 0)[];
  kind: "text" | "url" | "email";
  /** Whether it may hold tokens. */
  isPersonal: boolean;
}

/** Identifiers of other records: a text in their place names nothing, and nothing of it is kept or shown. */
const references = /\b(brandId|personId|accountId|headerActionId|actionFormIdOverride|audienceId|tenantDomainId|targetType)$/;

/** Every text field that the contract declares; `as` tells apart bodies that are sent more than once. */
export function textFieldsOf(id: keyof typeof operations, as: string = id): TextField[] {
  const { body } = operations[id] as Operation;
  return body ? within(schemaOf(body), []).map((field) => ({ ...field, name: `${as} ${field.name}` })) : [];
}

function within(schema: Schema & { [tokensKey]?: string }, path: readonly (string | 0)[]): TextField[] {
  const name = path.reduce<string>((text, key) => (key === 0 ? `${text}[]` : text === "" ? key : `${text}.${key}`), "");
  if (schema.type === "string") {
    if (schema.enum || references.test(name)) return [];
    const kind = schema.format === "uri-reference" ? "url" : schema.format === "email" ? "email" : "text";
    return [{ name, path, kind, isPersonal: schema[tokensKey] !== undefined }];
  }
  return [
    ...(schema.anyOf ?? []).flatMap((choice) =>
      within({ ...choice, ...(schema[tokensKey] && { [tokensKey]: schema[tokensKey] }) }, path),
    ),
    ...(schema.items ? within(schema.items, [...path, 0]) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) => within(property, [...path, key])),
  ];
}

/** Two token names, chosen by the number, so that in the end every name was used in every field. */
export function tokensBy(number: number): string {
  const names = Object.keys(tokenNames);
  return [number, number + 5].map((index) => `{{ ${names[index % names.length]} }}`).join(" ");
}

type Path = (string | number)[];

/** What is to be written in a field; undefined leaves it as it is. */
export type Spoil = (field: TextField, item: number, isLast: boolean) => string | undefined;

/**
 * Sends a request with its texts spoiled. What is refused, at the place where it is, is sent again as it was before.
 * `refused` is told which those were.
 */
export async function sendSpoiled(
  api: Api,
  id: keyof typeof operations,
  request: Request,
  fields: readonly TextField[],
  spoil: Spoil,
  refused: (field: TextField) => void,
): Promise<unknown> {
  const operation = operations[id] as Operation;
  const places = new Map<string, { field: TextField; path: Path }>();
  const body = structuredClone(request.body);
  for (const field of fields) {
    const paths = pathsIn(body, field.path);
    for (const [index, path] of paths.entries()) {
      const text = spoil(field, index, index === paths.length - 1);
      if (text === undefined) continue;
      put(body, path, text);
      places.set(located(path), { field, path });
    }
  }
  for (;;) {
    const received = await send(api, operation, { ...request, body });
    if (received.status < 400) return received.body;
    const { status, errors = [] } = received.body as ProblemBody;
    const wrong = new Set(errors.map(({ location }) => location));
    const known = [...wrong].filter((location) => places.has(location));
    if (status !== 422 || known.length === 0) throw new Error(`${id} was refused: ${JSON.stringify(received.body)}`);
    for (const location of known) {
      const { field, path } = places.get(location) as { field: TextField; path: Path };
      places.delete(location);
      put(body, path, at(request.body, path));
      refused(field);
    }
  }
}

/** Where a field is in this body: in each item of a list that is there. */
function pathsIn(body: unknown, path: readonly (string | 0)[]): Path[] {
  const [key, ...rest] = path;
  if (key === undefined) return [[]];
  if (key === 0)
    return Array.isArray(body) ? body.flatMap((item, index) => pathsIn(item, rest).map((end) => [index, ...end])) : [];
  if (typeof body !== "object" || body === null) return [];
  if (rest.length > 0 && !(key in body)) return [];
  return pathsIn((body as Record<string, unknown>)[key], rest).map((end) => [key, ...end]);
}

function at(body: unknown, path: Path): unknown {
  return path.reduce((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], body);
}

function put(body: unknown, path: Path, value: unknown): void {
  const holder = at(body, path.slice(0, -1)) as Record<string | number, unknown>;
  const last = path.at(-1) as string | number;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
}

function located(path: Path): string {
  return path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `.${key}`), "body");
}
