import { expect } from "bun:test";
import type { ErrorCode, Method, OperationId } from "../../../contract";
import type { Request } from "../samples/world";
import type { Shape } from "./shapes";
import type { Stage } from "./stage";

export type Sentence = (stage: Stage) => Promise<void>;
export type Sentences = Record<string, Sentence>;
export type Prepare = (stage: Stage) => Promise<Request>;

/** One of the 21 operations, and what the contract and our decisions say of it. */
export interface Told {
  number: number;
  id: OperationId;
  method: Method;
  path: string;
  /** 201 where a record is created. */
  status: 200 | 201;
  /** Its success: these fields, none missing, none extra. */
  answer: Shape;
  /** Requests that succeed, over records of their own: with all there can be, with as little as there can be. */
  requests: readonly [Prepare, ...Prepare[]];
  /** A request that is refused only because of the state of its record. */
  conflict?: { code: ErrorCode; prepare: Prepare };
  /** Its body is an empty object. */
  emptyBody?: true;
  sentences: Sentences;
}

interface Bound {
  /** As a problem names it: `body.actions[0].url`. */
  at: string;
  fits?: readonly unknown[];
  refused?: readonly unknown[];
  /** False where the answer does not show it as it was sent. */
  kept?: boolean;
  /** Where the refusal is said, when that is inside or around it. */
  location?: string;
}

/** As a value: the field is not sent at all. */
export const leftOut = undefined;

/** For each row a sentence: exactly at the bound is taken and kept, one beyond is refused at its place. */
export function bounds(id: OperationId, prepare: Prepare, rows: Record<string, Bound>): Sentences {
  return Object.fromEntries(Object.entries(rows).map(([name, bound]) => [name, bounded(id, prepare, bound)]));
}

function bounded(
  id: OperationId,
  prepare: Prepare,
  { at, fits = [], refused = [], kept = true, location = at }: Bound,
): Sentence {
  return async (stage) => {
    const request = await prepare(stage);
    for (const value of fits) {
      const { status, body } = await stage.send(id, withValue(request, at, value));
      expect(`${at} ${short(value)}: ${status < 400 ? "taken" : JSON.stringify(body)}`).toBe(`${at} ${short(value)}: taken`);
      if (kept && value !== leftOut) expect(valueAt({ body }, at)).toEqual(value);
    }
    const refuse = async (value: unknown) => {
      const answer = await stage.refusal(id, withValue(request, at, value));
      expect(`${at} ${short(value)}: ${answer}`).toBe(`${at} ${short(value)}: 422 validation_failed ${location}`);
    };
    await Promise.all(refused.map(refuse));
  };
}

type Container = Record<string, unknown>;

function withValue(request: Request, at: string, value: unknown): Request {
  const changed = structuredClone(request) as Container;
  const names = namesIn(at);
  const last = names.pop() as string;
  let place = changed;
  for (const name of names) place = (place[name] ??= {}) as Container;
  if (value === leftOut) delete place[last];
  else place[last] = value;
  return changed;
}

function valueAt(received: Container, at: string): unknown {
  return namesIn(at).reduce<unknown>((place, name) => (place as Container | undefined)?.[name], received);
}

function namesIn(at: string): string[] {
  return at.split(/[.[\]]+/).filter(Boolean);
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "left out";
  return text.length > 60 ? `${text.slice(0, 57)}… of ${text.length}` : text;
}
