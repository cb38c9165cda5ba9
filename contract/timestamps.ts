/** The first and the last moment that a timestamp can say: it has 2 to 15 digits, and no zero before them. */
export const earliestMs = 10;
export const latestMs = 999_999_999_999_999;

export function toTimestamp(milliseconds: number): string {
  return `+${milliseconds}`;
}

/** Unix milliseconds of a timestamp in a query. */
export function momentOf(timestamp: string | undefined): number | undefined {
  return timestamp === undefined ? undefined : Number(timestamp);
}

export function toOptionalTimestamp(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds);
}
