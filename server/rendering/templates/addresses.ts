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

/** What a page's own origin has of images: no other path there leads to one. */
export function isAssetPath(address: string): boolean {
  return address.startsWith("/_foyer/assets/");
}

export function isExternal(address: string): boolean {
  return /^(https?:|\/\/)/i.test(address);
}

/** With the scheme that is meant: people write `example.com/prices` and `grace@example.com`. */
export function withScheme(address: string): string {
  const [host = ""] = address.split(/[/?#]/, 1);
  if (looksLikeHost(host)) return `https://${address}`;
  const [, domain = ""] = /^[^\s:@]+@([^\s:@]+)$/.exec(host) ?? [];
  return looksLikeHost(domain) ? `mailto:${address}` : address;
}

const maxHostLength = 253;
const fileEnding = /\.(html?|aspx?|jsp|php|pdf|docx?|xlsx?|pptx?|csv|md|txt|xml|json|js|css|png|jpe?g|gif|webp|svg|mp4|zip)$/i;

/** Such as `example.com`, not `prices.html`. */
function looksLikeHost(text: string): boolean {
  return text.length <= maxHostLength && /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i.test(text) && !fileEnding.test(text);
}
