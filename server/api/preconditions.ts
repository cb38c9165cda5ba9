import { entityTag, isGuard, type Operation } from "../../contract";
import type { WriteContext } from "../context";
import { Problem } from "../records/problem";
import type { ChangeResult } from "./idempotency";
import type { CheckedInput } from "./request/check";

/** What a change must find unedited. */
export interface Precondition {
  guardedBy: NonNullable<Operation["guardedBy"]>;
  read(ctx: WriteContext, input: CheckedInput): Promise<unknown>;
  /** The parameters of the read, where they are not those of the change; undefined when there is no such record. */
  paramsOf: ((ctx: WriteContext, input: CheckedInput) => Promise<Record<string, string> | undefined>) | undefined;
  /** The `If-Match` header. */
  tags: string;
}

/**
 * Changes to the same record wait for each other. Else two that name the same tag could both succeed, and one without a tag could be
 * overwritten after the tag was compared.
 */
export function lockForEdit({ db, tenantId }: WriteContext, params: Record<string, unknown>): Promise<void> {
  return db.lock(`edit ${tenantId} ${Object.values(params).join(" ")}`);
}

export async function requireUnedited(ctx: WriteContext, input: CheckedInput, precondition: Precondition) {
  const { guardedBy, read, paramsOf, tags } = precondition;
  const params = paramsOf ? await paramsOf(ctx, input) : input.params;
  if (!params) throw new Problem("precondition_failed");
  await lockForEdit(ctx, params);
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
