import type { statIntervals } from "../../../contract/visits/stats";
import { LruCache } from "../../caching/lru-cache";

export type Interval = (typeof statIntervals)["options"][number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Of zones, as names: some sixty. */
const maxCachedLength = 1_000;

/** The starts of all intervals from the one that `from` is in, and the end of the last one, which is not before `to`. */
export function boundaries(
  interval: Interval,
  zone: string,
  from: number,
  to: number,
  maxIntervals: number,
): number[] | undefined {
  const clock = new ZoneClock(zone);
  let start = startOf(interval, clock, from);
  const found = [start];
  while (start < to || found.length < 2) {
    start = nextStart(interval, clock, start);
    found.push(start);
    if (found.length > maxIntervals + 1) return undefined;
  }
  return found;
}

function startOf(interval: Interval, clock: ZoneClock, moment: number): number {
  const local = clock.localOf(moment);
  const hour = roundedDown(local, hourMs);
  if (interval === "hour") return ofFullHour(clock, moment - (local - hour), hour);
  const date = new Date(local);
  const day = roundedDown(local, dayMs);
  if (interval === "day") return clock.momentOf(day);
  if (interval === "week") return clock.momentOf(day - ((date.getUTCDay() + 6) % 7) * dayMs);
  return clock.momentOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

function nextStart(interval: Interval, clock: ZoneClock, start: number): number {
  const local = clock.localOf(start);
  if (interval === "hour") return ofFullHour(clock, start + hourMs, roundedDown(local, hourMs) + hourMs);
  // A day that begins at one o'clock, because the clock was set forward at midnight, is still that day.
  const day = roundedDown(local, dayMs);
  if (interval === "day") return clock.momentOf(day + dayMs);
  if (interval === "week") return clock.momentOf(day + 7 * dayMs);
  const date = new Date(day);
  return clock.momentOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}

/** Clocks in the west still showed 1969 when times began: `%` would round up. */
function roundedDown(local: number, unit: number): number {
  return Math.floor(local / unit) * unit;
}

/** The moment, unless clocks were set by half an hour shortly before: then when they show this full hour. */
function ofFullHour(clock: ZoneClock, moment: number, hour: number): number {
  return clock.localOf(moment) % hourMs === 0 ? moment : clock.momentOf(hour);
}

/** Converts between moments and the time that clocks of a zone show, as if that were UTC. */
class ZoneClock {
  readonly #format: Intl.DateTimeFormat;
  /** Local times by moment, kept because finding one takes some microseconds and most are needed twice. */
  readonly #known = new Map<number, number>();

  constructor(zone: string) {
    this.#format = formatIn(zone);
  }

  localOf(moment: number): number {
    const local = this.#known.get(moment) ?? this.#shownAt(moment);
    this.#known.set(moment, local);
    return local;
  }

  #shownAt(moment: number): number {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.#format.formatToParts(moment)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1_000) + 1_000) % 1_000);
  }

  /** The first moment at which clocks show this or, if they skip it, a later time. */
  momentOf(local: number): number {
    const candidates = [local - dayMs, local + dayMs].map((around) => local - (this.localOf(around) - around));
    const [early, late] = candidates.sort((one, other) => one - other) as [number, number];
    if (this.localOf(early) === local) return early;
    return this.localOf(late) === local ? late : this.#skipped(local, early, late);
  }

  /** Clocks were set forward over it: the moment they were. */
  #skipped(local: number, early: number, late: number): number {
    let [before, after] = [early, late];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.localOf(middle) >= local) after = middle;
      else before = middle;
    }
    return after;
  }
}

/** Making one takes as long as formatting a month with it. */
function formatIn(zone: string): Intl.DateTimeFormat {
  const make = () =>
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  return formats.get(zone, make);
}

const formats = new LruCache<Intl.DateTimeFormat>(maxCachedLength);
