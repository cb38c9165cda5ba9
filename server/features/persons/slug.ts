import anyAscii from "any-ascii";
import type { Writing } from "../../context";
import { freeSuffix } from "../../records/free-suffix";
import { slugTaken } from "./queries";

const maxSlugLength = 80;

/** Letters of any script become ASCII, everything else becomes hyphens. */
export function slugOf(name: string, fallback = "person"): string {
  const slug = anyAscii(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, "");
  return slug || fallback;
}

/** The base with a suffix that no person has, nor gets from another transaction that is still open. */
export async function freeSlug({ db, tenantId }: Pick<Writing, "db" | "tenantId">, base: string): Promise<string> {
  // Namesakes that are created together each take a different number instead of waiting for each other.
  const claimed = new Set<string>();
  for (;;) {
    const suffix = await freeSuffix(async (tried) => claimed.has(tried) || slugTaken(db, tenantId, `${base}-${tried}`));
    if (await db.tryLock(`slug ${tenantId} ${base}-${suffix}`)) return `${base}-${suffix}`;
    claimed.add(suffix);
  }
}
