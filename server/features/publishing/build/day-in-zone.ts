import { LruCache } from "../../../caching/lru-cache";

const maxCachedLength = 2_000;
/** Makes dates as in 2026-11-18; slow to make. */
const formats = new LruCache<Intl.DateTimeFormat>(maxCachedLength);

/** The day that a moment belongs to, by the calendar of a time zone. */
export function dayInZone(moment: number, timeZone: string): string {
  if (timeZone === "UTC") return new Date(moment).toISOString().slice(0, 10);
  return formats.get(timeZone, () => new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" })).format(moment);
}
