import type { Input, Operation, OperationId, Operations, Output, Scope, ServedOperationId } from "../contract";
import type { IdPrefix } from "./ids";
import type { Dialect } from "./storage/dialects";
import type { Reader, Transaction } from "./storage/port";

/** The key a request came with. */
export interface Actor {
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
}

/** All a handler is given beside its input. */
export interface ReadContext {
  readonly db: Reader;
  readonly tenantId: string;
  readonly actor: Actor;
  /** Unix milliseconds, one moment for the whole request. */
  readonly now: number;
}

/** For whatever may change something: one transaction, committed when the handler is done. */
export interface WriteContext extends ReadContext {
  readonly db: Transaction;
  readonly dialect: Dialect;
  newId(prefix: IdPrefix): string;
}

/** A creation that found its record there. */
export class Existing<Resource> {
  constructor(readonly resource: Resource) {}
}

type ContextOf<O extends Operation> = O["method"] extends "GET" ? ReadContext : WriteContext;
type ResultOf<O extends Operation> = O extends { findsExisting: true } ? Output<O> | Existing<Output<O>> : Output<O>;

export type Handler<Id extends OperationId> = (
  ctx: ContextOf<Operations[Id]>,
  input: Input<Operations[Id]>,
) => Promise<ResultOf<Operations[Id]>>;

/** One for every operation that is served: a missing one does not compile. */
export type Handlers = { [Id in ServedOperationId]: Handler<Id> };
