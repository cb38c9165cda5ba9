import type { Scope } from "../../../contract";
import type { PrepareContext } from "../../context";
import { Problem } from "../../records/problem";

/** What an operation on questions shows of other records needs the scope to read those. */
export function maySee({ actor: { scopes } }: PrepareContext, needed: Scope): boolean {
  return scopes.includes("*") || scopes.includes(needed);
}

export function requireScope(ctx: PrepareContext, needed: Scope): void {
  if (!maySee(ctx, needed)) throw new Problem("insufficient_scope", { detail: `The key needs the scope ${needed}` });
}
