/** Up to here a slot is a millisecond… */
const evenUpToSeconds = 0.1;
const slotsPerSecond = 1_000;
/** …and then each is this much longer than the one before, so that its middle is within 2% of all in it. */
const growth = 1.035;
const evenSlots = evenUpToSeconds * slotsPerSecond;

/** The slot of a histogram that a time falls into. */
export function slotOf(seconds: number): number {
  if (seconds < evenUpToSeconds) return Math.round(seconds * slotsPerSecond);
  return evenSlots + Math.floor(Math.log(seconds / evenUpToSeconds) / Math.log(growth));
}

/** The time that stands for a slot. */
function secondsOf(slot: number): number {
  if (slot < evenSlots) return slot / slotsPerSecond;
  return evenUpToSeconds * growth ** (slot - evenSlots + 0.5);
}

/**
 * `counts`: how many times are in each slot. Null without any; for an even number of times, the lower of the two in the middle.
 */
export function medianOf(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + (count ?? 0), 0);
  if (total === 0) return null;
  let left = Math.ceil(total / 2);
  const slot = counts.findIndex((count) => (left -= count ?? 0) <= 0);
  return Math.round(secondsOf(slot) * 1_000) / 1_000;
}
