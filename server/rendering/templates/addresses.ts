import type { Part } from "../tokens";

/** What is personal may be a value in an address's query, and can't change where it leads. */
export function onlyInQuery(parts: readonly Part[]): boolean {
  let [inQuery, inFragment] = [false, false];
  for (const part of parts) {
    if (typeof part === "string") {
      inQuery ||= part.includes("?");
      inFragment ||= part.includes("#");
    } else if (!inQuery || inFragment) return false;
  }
  return true;
}

/** A path on the page's own origin: what is elsewhere is linked, never loaded. */
export function isOwnPath(address: string): boolean {
  return /^\/(?!\/)/.test(address);
}

export function leadsElsewhere(address: string): boolean {
  return /^(https?:|\/\/)/i.test(address);
}
