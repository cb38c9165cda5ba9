import anyAscii from "any-ascii";
import type { Reader } from "../../storage/port";
import { slugTaken } from "./queries";

const maxSlugLength = 80;

/** Letters of any script become ASCII, whatever is no letter or digit a hyphen. */
export function slugOf(name: string): string {
  const slug = anyAscii(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, "");
  return slug || "person";
}

const maxCountedSuffix = 2 ** 20;

/** A free suffix in a logarithm of tries: doubles until one is free, then halves the gap. Where names leave no gap, chance decides. */
export async function freeSlug(db: Reader, tenantId: string, base: string): Promise<string> {
  const taken = (suffix: number) => slugTaken(db, tenantId, `${base}-${suffix}`);
  let low = 1;
  let high = 2;
  while (await taken(high)) {
    if (high >= maxCountedSuffix) return `${base}-${crypto.randomUUID()}`;
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await taken(middle)) low = middle;
    else high = middle;
  }
  return `${base}-${high}`;
}
