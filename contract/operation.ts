import type * as z from "zod";
import type { Access } from "./access";
import type { GuardId } from "./entity-tags";
import { commonErrors, type ErrorCode, errors } from "./errors";
import { takesIdempotencyKey } from "./idempotency";
import { lazy, type Made } from "./lazy";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** An operation of the API. Router, checks, reference, client and tests derive from it. */
export interface Operation extends Declaration {
  /** The name it is exported by. */
  id: string;
}

/** An operation as its resource declares it. */
interface Declaration {
  /** `contract`: one of the 21 the interface description numbers. `extension`: ours. */
  tier: "contract" | "extension";
  number?: number;
  summary: string;
  /** Shown in the reference below the summary. */
  description?: string;
  method: Method;
  /** Parameters in braces: `/v0/persons/{person_id}`. */
  path: `/v0/${string}`;
  /** The scope a key must hold. */
  access: Access;
  /** Every valid key may call it, whatever its scopes. */
  anyKey?: true;
  /** A key may call it for itself, whatever its scopes: the path names it. */
  ownKey?: true;
  /** For path parameters that are not plain identifiers. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Without it, a change that is sent with a body is refused. */
  body?: z.ZodObject;
  /** The body may be left out altogether. */
  bodyOptional?: boolean;
  /** The body is a form (multipart/form-data): one file in this field, and `body` as the others. */
  upload?: { field: "file"; description: string };
  /** Made when it is asked for, because the service itself never does. */
  response: () => z.ZodType;
  /** The list is also answered as a whole, as CSV, to callers that accept `text/csv`. */
  csv?: true;
  /** 201 where a record is created, 202 where work goes on after the answer, else 200. */
  status: 200 | 201 | 202;
  /** A creation whose record may exist already; it then answers 200. */
  findsExisting?: boolean;
  /** Fields that are shown once and never stored. They are null in an idempotent replay. */
  shownOnce?: readonly string[];
  /** False for an operation that must not be repeated and has no Idempotency-Key. */
  repeats?: false;
  /** Its answer must not be stored, not even for a repeat, so it has no Idempotency-Key. */
  storesNothing?: true;
  /** A change that takes `If-Match`: the read whose answer must still be what the caller saw, else 412. */
  guardedBy?: GuardId;
  /** Codes in addition to those of every operation. */
  errors?: readonly ErrorCode[];
}

/** Keeps the exact types of the declaration. */
export function operation<const D extends Declaration>(declaration: D): D {
  declarations.add(declaration);
  return declaration;
}

const declarations = new WeakSet<object>();

/** The operations that a file exports; the name of each export is the operation's id. */
type OperationsOf<Exports> = {
  [Name in keyof Exports as Exports[Name] extends Declaration ? Name : never]: Exports[Name] & { id: Name };
};

/** Sorted by path; on one path, reading comes before creating, changing and deleting. */
export function operationsOf<Exports extends object>(exports: Exports): OperationsOf<Exports> {
  const declared = Object.entries<Declaration>({ ...exports } as Record<string, Declaration>)
    .filter(([, exported]) => declarations.has(exported))
    .map(([id, declaration]): [string, Operation] => [id, { ...declaration, response: lazy(declaration.response), id }]);
  declared.sort(
    ([, one], [, other]) => depthOf(one) - depthOf(other) || methods.indexOf(one.method) - methods.indexOf(other.method),
  );
  return Object.fromEntries(declared) as unknown as OperationsOf<Exports>;
}

function depthOf({ path }: Declaration): number {
  return path.split("/").length;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

type PathParams<O extends Operation> = { [Name in ParamNames<O["path"]>]: string };

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : Record<never, never>;

/** The file of a request. It exists on this machine until the request is answered. */
export interface UploadedFile {
  path: string;
  size: number;
  sha256: string;
  /** As the caller sent it, perhaps with a path: not to be trusted. */
  filename: string | undefined;
}

/** The checked input of a handler. */
export type Input<O extends Operation> = {
  params: PathParams<O>;
  query: Parsed<O["query"]>;
  body: Parsed<O["body"]>;
} & (O extends { upload: object } ? { file: UploadedFile } : unknown);

/** The input as a caller sends it. */
export interface Sendable<O extends Operation> {
  params: PathParams<O>;
  query: Sent<O["query"]>;
  body: Sent<O["body"]>;
  file: O extends { upload: object } ? Blob : never;
}

export type Output<O extends Operation> = Made<O["response"]>;

export function paramNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

const idempotencyErrors: readonly ErrorCode[] = ["idempotency_full", "idempotency_in_progress", "idempotency_key_reused"];

export function possibleErrors(operation: Operation): ErrorCode[] {
  const possible = new Set<ErrorCode>([
    ...commonErrors,
    ...(operation.errors ?? []),
    ...bodyErrors(operation),
    ...(takesIdempotencyKey(operation) ? idempotencyErrors : []),
    ...(operation.guardedBy ? (["precondition_failed"] as const) : []),
  ]);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => possible.has(code));
}

/** What a body can be refused for; also one that is sent to a change which takes none. */
function bodyErrors({ method, body, upload }: Operation): ErrorCode[] {
  if (method === "GET") return [];
  if (!body) return ["body_too_large", "malformed_json"];
  return ["body_too_large", "unsupported_media_type", upload ? "malformed_body" : "malformed_json"];
}
