export function toTimestamp(milliseconds: number): string {
  return `+${milliseconds}`;
}

export function toOptionalTimestamp(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds);
}
