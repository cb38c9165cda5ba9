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
