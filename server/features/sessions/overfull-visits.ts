import type { Reading, Writing } from "../../context";
import { sql } from "../../storage/sql";
import { eventAfter, removedAtOnce, removeEvents } from "../../visits/due-visits";
import type { SessionRow } from "../../visits/session-row";
import { maxEvents } from "../../visits/session-rules";
import type { VisitRow } from "../../visits/visit-events";

/**
 * Visits that have failed because of too many events, by their keys. They stay so, and nothing of them is read again: one more event
 * would have megabytes read.
 */
export async function overfullVisits(
  ctx: Reading,
  visits: readonly VisitRow[],
  before: ReadonlyMap<string, SessionRow>,
): Promise<ReadonlySet<string>> {
  const failed = visits.filter((visit) => before.get(visit.analytics_session_id)?.computation_status === "failed");
  const found = await Promise.all(failed.map(({ visit_key }) => eventAfter(ctx, visit_key, maxEvents)));
  return new Set(failed.filter((_, index) => found[index]).map(({ visit_key }) => visit_key));
}

/** Removes what a visit has beyond too many events: the rest is kept for a look. False when not all of it could be removed at once. */
export async function trimVisit(ctx: Writing, visitKey: string): Promise<boolean> {
  const beyond = await eventAfter(ctx, visitKey, maxEvents + 1);
  if (!beyond) return true;
  const those = sql`AND (load_key, seq) >= (${beyond.load_key}, ${beyond.seq})`;
  return (await removeEvents(ctx, [visitKey], { those })) < removedAtOnce;
}
