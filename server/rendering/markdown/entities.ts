import { withoutPlaceholders } from "../templates/placeholders";

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  shy: "\u00ad",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  middot: "·",
  rarr: "→",
};

/** Decodes numeric entities and the common named ones. The result is plain text and must still be escaped. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] as string) : whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code < 32 || code > 0x10ffff ? "\ufffd" : withoutPlaceholders(String.fromCodePoint(code));
  });
}
