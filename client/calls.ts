import type { Operation, OperationId, Operations, Output, Sendable } from "../contract";
import type { OnProgress } from "./upload";

/** One method for each operation, typed from its declaration. */
export type Client = {
  [Id in OperationId]: (...call: Call<Operations[Id]>) => Promise<Output<Operations[Id]>>;
} & {
  /** Every item of a list, from its first page to its last; a page is fetched when it is reached. */
  each<Id extends ListId>(id: Id, ...call: Call<Operations[Id]>): AsyncGenerator<ItemOf<Id>, void, undefined>;
  /** A whole list as the text of a CSV, in one answer. */
  csv<Id extends CsvListId>(id: Id, ...call: Call<Operations[Id]>): Promise<string>;
};

export interface CallOptions {
  /** Ends the call, also between two tries. The call rejects with the signal's reason. */
  signal?: AbortSignal;
  /** For a change: the record as it was read. Refused with 412 if somebody has edited it since. */
  unchangedSince?: object;
  /** Replaces the random key, for a caller that may itself run twice. */
  idempotencyKey?: string;
  /** Told how much of an upload is sent, in browsers. */
  onProgress?: OnProgress;
}

type Call<O extends Operation> =
  Partial<Sent<O>> extends Sent<O> ? [sent?: Sent<O>, options?: CallOptions] : [sent: Sent<O>, options?: CallOptions];

/** What a call sends. Fields that an operation needs are required. */
export type Sent<O extends Operation> = Params<O> & Query<O> & Body<O> & Upload<O>;

type Params<O extends Operation> = keyof Sendable<O>["params"] extends never
  ? { params?: never }
  : { params: Sendable<O>["params"] };

type Query<O extends Operation> = O extends { query: object }
  ? Partial<Sendable<O>["query"]> extends Sendable<O>["query"]
    ? { query?: Sendable<O>["query"] }
    : { query: Sendable<O>["query"] }
  : { query?: never };

type Body<O extends Operation> = O extends { body: object }
  ? O extends { bodyOptional: true } | { upload: object }
    ? { body?: Sendable<O>["body"] }
    : { body: Sendable<O>["body"] }
  : { body?: never };

/** A `File` brings its own name. */
type Upload<O extends Operation> = O extends { upload: object } ? { file: Sendable<O>["file"] } : { file?: never };

/** The operations that answer with pages. */
export type ListId = {
  [Id in OperationId]: Output<Operations[Id]> extends { items: unknown[]; nextCursor: string | null } ? Id : never;
}[OperationId];

/** The lists that are also answered as CSV. */
export type CsvListId = { [Id in ListId]: Operations[Id] extends { csv: true } ? Id : never }[ListId];

type ItemOf<Id extends ListId> = Output<Operations[Id]>["items"][number];
