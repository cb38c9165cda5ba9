import type { Input, Operation, OperationId, Operations, Output, Scope } from "../contract";
import type { Files } from "./files/port";
import type { Previews } from "./images/port";
import type { IdPrefix } from "./records/ids";
import type { Signer } from "./secrets/signer";
import type { Dialect } from "./storage/dialects";
import type { Reader, Transaction } from "./storage/port";

/** What handlers and jobs reach beside the database. */
export interface Site {
  /** How the outside sees the API. */
  readonly publicUrl: string;
  /** How the outside sees the pages. */
  readonly pagesUrl: string;
  readonly signer: Signer;
  /** How many replaced versions of an audience can be gone back to. */
  readonly keptVersions: number;
  /** The TXT records of a name; fails with a code such as ENOTFOUND or ETIMEOUT. */
  resolveTxt(name: string): Promise<string[]>;
  readonly files: Files;
  readonly previews: Previews;
}

/** The key a request came with. */
export interface Actor {
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
}

/** For whatever reads on behalf of a tenant, be it a request or a job. */
export interface Reading {
  readonly db: Reader;
  readonly tenantId: string;
  /** Unix milliseconds, one moment for the whole request. */
  readonly now: number;
  readonly site: Site;
}

/** For whatever may change something: one transaction, committed when the work is done. */
export interface Writing extends Reading {
  readonly db: Transaction;
  readonly dialect: Dialect;
  newId(prefix: IdPrefix): string;
}

/** All a handler is given beside its input. */
export interface ReadContext extends Reading {
  readonly actor: Actor;
}

export interface WriteContext extends Writing {
  readonly actor: Actor;
}

/** Before the transaction, which holds others up: time is taken here, and what must be kept is kept in a change of its own. */
export interface PrepareContext extends ReadContext {
  change<Result>(work: (ctx: Writing) => Promise<Result>): Promise<Result>;
}

/** A creation that found its record there. */
export class Existing<Resource> {
  constructor(readonly resource: Resource) {}
}

type ContextOf<O extends Operation> = O["method"] extends "GET" ? ReadContext : WriteContext;
type ResultOf<O extends Operation> = O extends { findsExisting: true } ? Output<O> | Existing<Output<O>> : Output<O>;

export interface Handler<Id extends OperationId> {
  (ctx: ContextOf<Operations[Id]>, input: Input<Operations[Id]>, prepared?: unknown): Promise<ResultOf<Operations[Id]>>;
  prepare?: (ctx: PrepareContext, input: Input<Operations[Id]>) => Promise<unknown>;
}

/** A handler with work that takes its time, or asks others: done before the transaction, and handed to it. */
export function prepared<Id extends OperationId, Prepared>(
  prepare: (ctx: PrepareContext, input: Input<Operations[Id]>) => Promise<Prepared>,
  handle: (ctx: ContextOf<Operations[Id]>, input: Input<Operations[Id]>, prepared: Prepared) => Promise<ResultOf<Operations[Id]>>,
): Handler<Id> {
  // What `prepare` returned is what the pipeline hands over: this pairs the two.
  const handler: Handler<Id> = (ctx, input, made) => handle(ctx, input, made as Prepared);
  handler.prepare = prepare;
  return handler;
}

/** One for every operation: a missing one does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
