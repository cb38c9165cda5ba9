import type { Site, Writing } from "../context";
import type { IdPrefix } from "../records/ids";
import type { Reader } from "../storage/port";
import type { Log } from "../telemetry/log";

/** What a job's work is given. Nothing is written but through `step` and `finish`: both fail once the lease is lost. */
export interface JobContext {
  readonly tenantId: string;
  readonly db: Reader;
  readonly site: Site;
  readonly log: Log;
  /** From 1. */
  readonly attempt: number;
  clock(): number;
  newId(prefix: IdPrefix): string;
  /** One transaction under the fence; renews the lease, which must not end between two of them. */
  step<Result>(work: (ctx: Writing) => Promise<Result>): Promise<Result>;
  /** The last one: the job is done exactly when its changes are there. A recurring job is due again instead. */
  finish<Result>(work: (ctx: Writing) => Promise<Result>): Promise<Result>;
}

/** Names a kind of job and types its payload: all that whoever enqueues one needs to know. */
export interface JobType<Payload> {
  readonly name: string;
  /** Only for the type checker: it keeps payloads of different kinds apart. */
  readonly payload?: (payload: Payload) => void;
}

export function jobType<Payload>(name: string): JobType<Payload> {
  return { name };
}

/** A kind of work. A job that returns without `finish` is finished without further changes; one that throws is tried again. */
export interface JobKind<Payload> {
  maxAttempts: number;
  run(ctx: JobContext, payload: Payload): Promise<void>;
  /** In the transaction that makes it a dead letter. */
  onDead?(ctx: Writing, payload: Payload, reason: string): Promise<void>;
}

/** A kind together with the type that its jobs are enqueued by. */
export interface NamedJobKind<Payload> extends JobKind<Payload> {
  type: JobType<Payload>;
}

export type JobKinds = Readonly<Record<string, JobKind<never>>>;

export function kindsByName(kinds: readonly NamedJobKind<never>[]): JobKinds {
  return Object.fromEntries(kinds.map((kind) => [kind.type.name, kind]));
}
