import anyAscii from "any-ascii";
import { freeSuffix } from "../../records/free-suffix";
import type { Reader } from "../../storage/port";
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

/** The base with the first suffix that is not taken. */
export async function freeSlug(db: Reader, tenantId: string, base: string): Promise<string> {
  return `${base}-${await freeSuffix((suffix) => slugTaken(db, tenantId, `${base}-${suffix}`))}`;
}
