/**
 * When a record is edited: later than the edit before, also within the same millisecond and after the clock was set back. Tags are made
 * of it, so no two states of a record have the same one.
 */
export function editedAt({ now }: { now: number }, before: { updated_at: number }): number {
  return Math.max(now, before.updated_at + 1);
}
