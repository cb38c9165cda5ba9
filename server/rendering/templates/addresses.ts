import type { Segment } from "../tokens";

/** A token in a query can't change where an address leads; anywhere else it could. */
export function hasTokensOnlyInQuery(segments: readonly Segment[]): boolean {
  let [inQuery, inFragment] = [false, false];
  for (const segment of segments) {
    if (typeof segment === "string") {
      inQuery ||= segment.includes("?");
      inFragment ||= segment.includes("#");
    } else if (!inQuery || inFragment) return false;
  }
  return true;
}

/** A path on the page's own origin. */
export function isLocalPath(address: string): boolean {
  return /^\/(?!\/)/.test(address);
}

export function isExternal(address: string): boolean {
  return /^(https?:|\/\/)/i.test(address);
}
