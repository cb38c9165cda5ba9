import { canHappen, type VersionTransition, versionTransitions } from "../../../contract";
import type { VersionRow } from "../versions";

const columnOf = {
  queuedAt: "queued_at",
  startedAt: "started_at",
  becameDraftAt: "became_draft_at",
  publishedAt: "published_at",
  cancelledAt: "cancelled_at",
  obsoleteAt: "obsolete_at",
  archivedAt: "archived_at",
} as const;

/** The version after it. Asking for one the table does not have is a mistake of ours: callers check first, with `canHappen`. */
export function after(row: VersionRow, transition: VersionTransition, now: number): VersionRow {
  if (!canHappen(transition, row.status)) throw new Error(`a version that is ${row.status} can't ${transition}`);
  const { to, notes } = versionTransitions[transition];
  const changed: VersionRow = { ...row, status: to };
  for (const note of notes) changed[columnOf[note]] ??= Math.max(now, lastMoment(row));
  return changed;
}

/** Whoever waited for others to be done with the audience brings a moment from before that. */
function lastMoment(row: VersionRow): number {
  return Math.max(row.created_at, ...Object.values(columnOf).map((column) => row[column] ?? 0));
}
