import type { SessionChange } from "../../visits/complete-session";
import { isProven } from "../../visits/kinds";
import type { SessionRow } from "../../visits/session-row";

/** Whoever stays for so long has been told from machines: a network that opens many persons' pages does so within a minute. */
const surelyAfterMs = 60_000;

/** When accounts were visited last, by their identifiers. Only when a visit is surely a person's, and its end: each is a write. */
export function lastVisitsOf(changes: readonly SessionChange[]): Map<string, number> {
  const lastVisits = new Map<string, number>();
  for (const { before, after, accountId } of changes) {
    const isNoted = isSurelyPersons(after) && (hasEnded(after) || before === undefined || !isSurelyPersons(before));
    if (accountId !== null && isNoted) lastVisits.set(accountId, Math.max(lastVisits.get(accountId) ?? 0, lastSeenAt(after)));
  }
  return lastVisits;
}

/** An account's latest activity never goes back, so a machine that is first taken for a person must not set it. */
function isSurelyPersons(session: SessionRow): boolean {
  if (session.kind !== "person") return false;
  return (
    isProven(JSON.parse(session.kind_reasons) as string[]) ||
    hasEnded(session) ||
    lastSeenAt(session) - session.session_started_at >= surelyAfterMs
  );
}

function hasEnded({ computation_status }: SessionRow): boolean {
  return computation_status === "completed";
}

function lastSeenAt({ last_seen_at, session_started_at }: SessionRow): number {
  return last_seen_at ?? session_started_at;
}
