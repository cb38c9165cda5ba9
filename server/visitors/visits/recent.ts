/**
 * Whether a moment is less far away than this. One that lies ahead by more is over: it was told by a clock that was set back since,
 * and would else stay recent until the clock is there again.
 */
export function isRecent(moment: number, now: number, withinMs: number): boolean {
  return Math.abs(now - moment) < withinMs;
}
