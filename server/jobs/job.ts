import type { Site, Writing } from "../context";
import type { IdPrefix } from "../records/ids";
import type { Dialect } from "../storage/dialects";
import type { Reader } from "../storage/port";
import type { Log } from "../telemetry/log";
import type { Lane } from "./lanes";

/** The channel that tells runners of new jobs. */
export const jobsChannel = "jobs";

/** What a job is given to run. It writes through `step` and `finish` alone: both fail once another process has the job. */
export interface JobContext {
  readonly tenantId: string;
  readonly db: Reader;
  readonly dialect: Dialect;
  readonly site: Site;
  readonly log: Log;
  /** Counts from 1. */
  readonly attempt: number;
  clock(): number;
  newId(prefix: IdPrefix): string;
  /** One transaction. The lease is renewed by itself, also between steps. */
  step<Result>(work: (ctx: Writing) => Promise<Result>): Promise<Result>;
  /** The last transaction: it also removes the job, or makes a recurring one due again. */
  finish<Result>(work: (ctx: Writing) => Promise<Result>): Promise<Result>;
}

/** Names a kind of job and its lane, and types its payload: all that is needed to enqueue one. */
export interface JobType<Payload> {
  readonly name: string;
  readonly lane: Lane;
  /** For the type checker alone: keeps payloads of different kinds apart. */
  readonly payload?: (payload: Payload) => void;
}

export function jobType<Payload>(name: string, lane: Lane): JobType<Payload> {
  return { name, lane };
}

/** A job that returns without calling `finish` is done; one that throws is tried again. */
export interface JobKind<Payload> {
  maxAttempts: number;
  run(ctx: JobContext, payload: Payload): Promise<void>;
  /** Runs in the transaction that makes the job a dead letter. */
  onDead?(ctx: Writing, payload: Payload, reason: string): Promise<void>;
}

export interface NamedJobKind<Payload> extends JobKind<Payload> {
  type: JobType<Payload>;
}

export type JobKinds = Readonly<Record<string, JobKind<never>>>;

export function kindsByName(kinds: readonly NamedJobKind<never>[]): JobKinds {
  return Object.fromEntries(kinds.map((kind) => [kind.type.name, kind]));
}
