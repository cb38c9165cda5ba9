import { entityTag, isGuard, type Operation } from "../../contract";
import type { WriteContext } from "../context";
import { Problem } from "../records/problem";
import type { ChangeResult } from "./idempotency";
import type { CheckedInput } from "./request/check";

/** What a change must find unedited. */
export interface Precondition {
  guardedBy: NonNullable<Operation["guardedBy"]>;
  read(ctx: WriteContext, input: CheckedInput): Promise<unknown>;
  /** Locks the record, and gives the parameters of the read; undefined when there is no such record. */
  lock(ctx: WriteContext, input: CheckedInput): Promise<Record<string, string> | undefined>;
  /** The `If-Match` header. */
  tags: string;
}

/** Locks the record first, so that nobody edits it between the comparison and the change. */
export async function requireUnedited(ctx: WriteContext, input: CheckedInput, precondition: Precondition) {
  const { guardedBy, read, lock, tags } = precondition;
  const params = await lock(ctx, input);
  if (!params) throw new Problem("precondition_failed");
  const current = entityTag(guardedBy, await read(ctx, { params, query: {}, body: undefined }));
  const named = tags.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!named.includes("*") && !named.includes(current)) throw new Problem("precondition_failed");
}

/** Undefined for what has none. */
export function tagOf({ id, guardedBy }: Operation, answer: ChangeResult | { output: unknown }): string | undefined {
  if ("tag" in answer) return answer.tag;
  const guard = guardedBy ?? (isGuard(id) ? id : undefined);
  return guard && entityTag(guard, "output" in answer ? answer.output : JSON.parse([answer.body].flat().join("")));
}
