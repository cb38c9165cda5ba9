import type { SessionChange } from "../../visits/complete-session";
import { isProven } from "../../visits/kinds";
import type { SessionRow } from "../../visits/session-row";

/**
 * When accounts were visited last, by their identifiers. A visit is noted as soon as something proves a person, and at its end: an
 * account's latest activity never goes back, so a machine that is first taken for a person must not set it.
 */
export function lastVisitsOf(changes: readonly SessionChange[]): Map<string, number> {
  const lastVisits = new Map<string, number>();
  for (const { before, after, accountId } of changes) {
    if (accountId === null || !isWorthNoting(before, after)) continue;
    const lastSeenAt = after.last_seen_at ?? after.session_started_at;
    lastVisits.set(accountId, Math.max(lastVisits.get(accountId) ?? 0, lastSeenAt));
  }
  return lastVisits;
}

function isWorthNoting(before: SessionRow | undefined, after: SessionRow): boolean {
  if (after.kind !== "person") return false;
  return after.computation_status === "completed" || (isSurely(after) && !(before && isSurely(before)));
}

function isSurely({ kind, kind_reasons }: SessionRow): boolean {
  return kind === "person" && isProven(JSON.parse(kind_reasons) as string[]);
}
