import type { Reading } from "../../context";
import { Problem } from "../../records/problem";
import { type EventRow, eventsById, type FeedEntry, nextOnFeed, type WantedEvents } from "./queries";

/** How many events a filter may skip in one answer. */
const maxSkipped = 1_000;
/** Above this an answer ends early: one reader must not hold up everybody else. */
const maxPageBytes = 2 * 1_048_576;

interface FeedPage {
  rows: EventRow[];
  /** Where to go on. */
  lastPosition: number;
  hasMore: boolean;
}

/** Reads forward in the order of commits. What a filter skips counts as read, so that its reader comes forward too. */
export async function readFeed(
  ctx: Reading,
  wanted: WantedEvents,
  after: number,
  limit: number,
  maxBytes = maxPageBytes,
): Promise<FeedPage> {
  const isFiltered = Object.values(wanted).some((value) => value !== undefined);
  const atOnce = isFiltered ? maxSkipped : limit;
  const entries = await nextOnFeed(ctx, after, atOnce + 1);
  const chosen: FeedEntry[] = [];
  let lastPosition = after;
  let bytes = 0;
  for (const entry of entries.slice(0, atOnce)) {
    if (isWanted(entry, wanted)) {
      bytes += entry.bytes;
      if (chosen.length === limit || (chosen.length > 0 && bytes > maxBytes)) break;
      chosen.push(entry);
    }
    lastPosition = entry.position;
  }
  const found = await eventsById(ctx, chosen);
  const rows = found.sort((one, other) => (one.position as number) - (other.position as number));
  return { rows, lastPosition, hasMore: (entries.at(-1)?.position ?? 0) > lastPosition };
}

/** After a restore from a backup, positions begin again below those that readers have. */
export function notReached(newest: number, location = "query.after"): Problem {
  const message = `must be at most ${newest}, the last position there is`;
  return new Problem("validation_failed", { errors: [{ location, code: "too_big", message }] });
}

export function isWanted(
  { type, subject_id, created_at }: Pick<FeedEntry, "type" | "subject_id" | "created_at">,
  { types, subjectId, from, to }: WantedEvents,
): boolean {
  return (
    (types === undefined || types.includes(type)) &&
    (subjectId === undefined || subject_id === subjectId) &&
    (from === undefined || created_at >= from) &&
    (to === undefined || created_at < to)
  );
}
