import type { Part } from "../../tokens";

const allowedSchemes = new Set(["http", "https", "mailto", "tel"]);

/** Whatever a browser would make of it: nothing but a path of ours, or one of the schemes that can't act in our name. */
export function isSafeAddress(address: string): boolean {
  if (/[\u0000-\u0020\u007f-\u009f\s\\<>"`]/.test(address)) return false;
  const scheme = /^([^/?#]*?):/.exec(address)?.[1];
  return scheme === undefined || allowedSchemes.has(scheme.toLowerCase());
}

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
