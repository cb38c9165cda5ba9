import type * as z from "zod";
import { commonErrors, type ErrorCode, errors } from "./errors";

export const resources = [
  "accounts",
  "api_keys",
  "assets",
  "audiences",
  "brands",
  "domains",
  "events",
  "forms",
  "page_links",
  "pages",
  "persons",
  "sessions",
  "topics",
  "webhook_subscriptions",
] as const;

export type Access = `${(typeof resources)[number]}:${"read" | "write"}`;
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** One operation of the API: all that router, checks, reference, client and tests know about it. */
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
  /** What the reference says beyond the summary. */
  description?: string;
  method: Method;
  /** Parameters in braces: `/v0/persons/{person_id}`. */
  path: `/v0/${string}`;
  /** The scope a key must hold. */
  access: Access;
  /** Only for path parameters that are more than an identifier. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body may be left out altogether. */
  bodyOptional?: boolean;
  /** The body is a form (multipart/form-data): one file in this field, and `body` as the others. */
  upload?: { field: "file"; description: string };
  response: z.ZodType;
  /** 201 where a record is created, 202 where work goes on after the answer, else 200. */
  status: 200 | 201 | 202;
  /** A creation that may find its record already there, and then answers 200. */
  findsExisting?: boolean;
  /** Fields shown in this one answer and never kept: an idempotent replay has null in their place. */
  shownOnce?: readonly string[];
  /** False where doing it twice is more than doing it once, and no Idempotency-Key guards it. */
  repeats?: false;
  /** Codes of its own, beside those every operation can answer with. */
  errors?: readonly ErrorCode[];
}

/** Declares an operation; keeps its exact types. */
export function operation<const D extends Declaration>(declaration: D): D {
  declarations.add(declaration);
  return declaration;
}

const declarations = new WeakSet<object>();

/** The operations among what a resource's file exports, each with the name it is exported by as its id. */
export type OperationsOf<Exports> = {
  [Name in keyof Exports as Exports[Name] extends Declaration ? Name : never]: Exports[Name] & { id: Name };
};

/** In the order of their paths; on one path reading comes before creating, changing and deleting. */
export function operationsOf<Exports extends object>(exports: Exports): OperationsOf<Exports> {
  const declared = Object.entries<Declaration>({ ...exports } as Record<string, Declaration>)
    .filter(([, exported]) => declarations.has(exported))
    .map(([id, declaration]): [string, Operation] => [id, { ...declaration, id }]);
  declared.sort(
    ([, one], [, other]) => depthOf(one) - depthOf(other) || methods.indexOf(one.method) - methods.indexOf(other.method),
  );
  return Object.fromEntries(declared) as unknown as OperationsOf<Exports>;
}

function depthOf({ path }: Declaration): number {
  return path.split("/").length;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

export type PathParams<O extends Operation> = { [Name in ParamNames<O["path"]>]: string };

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : Record<never, never>;

/** A file that came with a request: on this machine, and gone once the request is answered. */
export interface UploadedFile {
  path: string;
  size: number;
  sha256: string;
  /** What the caller calls it, path and all: nothing to be trusted. */
  filename: string | undefined;
}

/** What a handler is given, checked. */
export type Input<O extends Operation> = {
  params: PathParams<O>;
  query: Parsed<O["query"]>;
  body: Parsed<O["body"]>;
} & (O extends { upload: object } ? { file: UploadedFile } : unknown);

/** What a caller sends, unchecked. */
export interface Sendable<O extends Operation> {
  params: PathParams<O>;
  query: Sent<O["query"]>;
  body: Sent<O["body"]>;
  file: O extends { upload: object } ? Blob : never;
}

export type Output<O extends Operation> = z.output<O["response"]>;

export function paramNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

const bodyErrors: readonly ErrorCode[] = ["body_too_large", "unsupported_media_type"];
const idempotencyErrors: readonly ErrorCode[] = ["idempotency_in_progress", "idempotency_key_reused"];

/** Creations and changes take an `Idempotency-Key`; the other methods can be repeated as they are. */
export function takesIdempotencyKey({ method }: Operation): boolean {
  return method === "POST" || method === "PATCH";
}

/** Every code an operation can answer with, by status. */
export function possibleErrors(operation: Operation): ErrorCode[] {
  const possible = new Set<ErrorCode>([
    ...commonErrors,
    ...(operation.errors ?? []),
    ...(operation.body ? bodyErrors : []),
    ...(operation.body ? ([operation.upload ? "malformed_body" : "malformed_json"] as const) : []),
    ...(operation.method === "DELETE" ? (["body_too_large", "malformed_json"] as const) : []),
    ...(takesIdempotencyKey(operation) ? idempotencyErrors : []),
  ]);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => possible.has(code));
}
