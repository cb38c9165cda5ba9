import { canHappen, type VersionTransition, versionTransitions } from "../../../contract";
import { momentColumns, type VersionRow } from "../versions";

/** Callers check first, with `canHappen`, whether the table has the transition. */
export function applyTransition(row: VersionRow, transition: VersionTransition, now: number): VersionRow {
  if (!canHappen(transition, row.status)) throw new Error(`a version that is ${row.status} can't ${transition}`);
  const { to, notes } = versionTransitions[transition];
  const changed: VersionRow = { ...row, status: to };
  for (const note of notes) changed[momentColumns[note]] ??= Math.max(now, lastMoment(row));
  return changed;
}

/** A transaction that waited for the lock of the audience has a clock from before the wait. */
function lastMoment(row: VersionRow): number {
  return Math.max(row.created_at, ...Object.values(momentColumns).map((column) => row[column] ?? 0));
}
