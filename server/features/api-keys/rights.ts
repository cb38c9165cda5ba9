import type { Scope } from "../../../contract";
import type { Actor } from "../../context";
import { Problem } from "../../records/problem";

/** A key can grant only scopes that it holds, for no longer than it lives. */
export function refuseMoreRights(actor: Actor, scopes: readonly Scope[], expiresAt: number | null): void {
  refuseMoreScopes(actor, scopes);
  if (actor.expiresAt !== null && (expiresAt === null || expiresAt > actor.expiresAt)) {
    throw new Problem("insufficient_scope", { detail: "The key can't grant a longer life than its own" });
  }
}

export function refuseMoreScopes(actor: Actor, scopes: readonly Scope[]): void {
  const lacking = actor.scopes.includes("*") ? [] : scopes.filter((scope) => !actor.scopes.includes(scope));
  if (lacking.length > 0) {
    throw new Problem("insufficient_scope", { detail: `The key does not hold ${lacking.join(", ")} itself` });
  }
}
