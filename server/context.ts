import type { Input, Operation, OperationId, Operations, Output, Scope } from "../contract";
import type { CsvCell } from "../contract/csv";
import type { Files } from "./files/port";
import type { Previews } from "./images/port";
import type { IdPrefix } from "./records/ids";
import type { Signer } from "./secrets/signer";
import type { Vault } from "./secrets/vault";
import type { Dialect } from "./storage/dialects";
import type { Reader, Transaction, Write } from "./storage/port";

/**
 * What handlers and jobs use besides the database. Rooms above this file declare their own members beside their types:
 * `outlet` in webhooks/sending/outlet.ts; `indexes`, `writer` and `embedder` in answers/.
 */
export interface Site {
  /** The API's address as callers see it. */
  readonly publicUrl: string;
  /** The pages' address as visitors see it. */
  readonly pagesUrl: string;
  readonly signer: Signer;
  /** How many replaced versions of an audience can be gone back to. */
  readonly keptVersions: number;
  /** Resolves the TXT records of a name. Rejects with a code such as ENOTFOUND or ETIMEOUT. */
  resolveTxt(name: string): Promise<string[]>;
  readonly files: Files;
  readonly previews: Previews;
  /** Encrypts what is stored of secrets. */
  readonly vault: Vault;
  readonly limits: Limits;
}

/** What callers are told of the limits of this installation. */
export interface Limits {
  /** For each key; 0 is no limit. */
  readonly requestsPerSecond: number;
  readonly uploadBytes: number;
}

/** The API key of a request. */
export interface Actor {
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
}

/** For reading on behalf of a tenant, in a request or a job. */
export interface Reading {
  readonly db: Reader;
  readonly tenantId: string;
  /** Unix milliseconds; the same for the whole request. */
  readonly now: number;
  readonly site: Site;
}

/** For changes: one transaction, committed when the work is done. */
export interface Writing extends Reading {
  readonly db: Transaction;
  readonly dialect: Dialect;
  newId(prefix: IdPrefix): string;
  /** Who makes the change; without one, the service itself does. */
  readonly actor?: Actor | "visitor";
}

/** For whatever makes new rows without a look at the database. */
export type Making = Pick<Writing, "tenantId" | "now" | "newId" | "dialect" | "actor">;

/** A change that needs no look at the database, and its answer in JSON. */
export interface Attempt {
  readonly write: Write;
  readonly answer: string;
}

export interface ReadContext extends Reading {
  readonly actor: Actor;
}

export interface WriteContext extends Writing {
  readonly actor: Actor;
}

/** For slow work before the transaction. `change` is a transaction of its own. */
export interface PrepareContext extends ReadContext {
  change<Result>(work: (ctx: Writing) => Promise<Result>): Promise<Result>;
}

/** The result of a creation whose record existed already; answered with 200. */
export class Existing<Resource> {
  constructor(readonly resource: Resource) {}
}

type ContextOf<O extends Operation> = O["method"] extends "GET" ? ReadContext : WriteContext;
type ResultOf<O extends Operation> = O extends { findsExisting: true } ? Output<O> | Existing<Output<O>> : Output<O>;

export interface Handler<Id extends OperationId> {
  (ctx: ContextOf<Operations[Id]>, input: Input<Operations[Id]>, prepared?: unknown): Promise<ResultOf<Operations[Id]>>;
  prepare?: (ctx: PrepareContext, input: Input<Operations[Id]>) => Promise<unknown>;
  attempt?: (ctx: Making, input: Input<Operations[Id]>) => Attempt;
  rows?: (ctx: ReadContext, input: Input<Operations[Id]>) => AsyncGenerator<CsvCell[][]>;
  /** Locks the record, and gives the parameters of the read that has its tag; undefined when there is no such record. */
  guarded?: (ctx: WriteContext, input: Input<Operations[Id]>) => Promise<Record<string, string> | undefined>;
}

/** A handler with slow work, such as DNS queries, that runs before the transaction. Its result is passed to `handle`. */
export function prepared<Id extends OperationId, Prepared>(
  prepare: (ctx: PrepareContext, input: Input<Operations[Id]>) => Promise<Prepared>,
  handle: (ctx: ContextOf<Operations[Id]>, input: Input<Operations[Id]>, prepared: Prepared) => Promise<ResultOf<Operations[Id]>>,
): Handler<Id> {
  // The pipeline passes on exactly what `prepare` has returned.
  const handler: Handler<Id> = (ctx, input, made) => handle(ctx, input, made as Prepared);
  handler.prepare = prepare;
  return handler;
}

/** A handler whose change is usually one write, without a transaction around it. It runs when the write added no row. */
export function attempted<Id extends OperationId>(
  attempt: (ctx: Making, input: Input<Operations[Id]>) => Attempt,
  handle: (ctx: ContextOf<Operations[Id]>, input: Input<Operations[Id]>) => Promise<ResultOf<Operations[Id]>>,
): Handler<Id> {
  const handler: Handler<Id> = (ctx, input) => handle(ctx, input);
  handler.attempt = attempt;
  return handler;
}

/**
 * A change that takes `If-Match`. The record is locked before its tag is compared: what others change in between would be
 * overwritten unseen.
 */
export function guarded<Id extends OperationId>(
  lock: (ctx: WriteContext, input: Input<Operations[Id]>) => Promise<unknown>,
  handler: Handler<Id>,
): Handler<Id> {
  const lockRecord = async (ctx: WriteContext, input: Input<Operations[Id]>) => {
    await lock(ctx, input);
    return input.params as Record<string, string>;
  };
  return guardedAs(lockRecord, handler);
}

/** The same for a change whose path names its record in another way than the read with the tag: `lock` gives that read's parameters. */
export function guardedAs<Id extends OperationId>(lock: NonNullable<Handler<Id>["guarded"]>, handler: Handler<Id>): Handler<Id> {
  handler.guarded = lock;
  return handler;
}

/** A list that is also answered as a whole, in groups of rows, the names of its columns first. */
export function listedAsCsv<Id extends OperationId>(
  handle: (ctx: ContextOf<Operations[Id]>, input: Input<Operations[Id]>) => Promise<ResultOf<Operations[Id]>>,
  rows: (ctx: ReadContext, input: Input<Operations[Id]>) => AsyncGenerator<CsvCell[][]>,
): Handler<Id> {
  const handler: Handler<Id> = (ctx, input) => handle(ctx, input);
  handler.rows = rows;
  return handler;
}

/** A missing handler does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
