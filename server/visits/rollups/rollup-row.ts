import { columns, integer, type RowOf, text } from "../../storage/columns";

/** From the start of one to that of the next: the offsets of all time zones are multiples of it. */
export const quarterMs = 15 * 60_000;

/** In place of a page: the sums of all of them. */
export const allPages = "";

export const rollupColumns = columns({
  page_id: text,
  kind: text,
  /** The start of the quarter of an hour. */
  started_at: integer,
  visits: integer,
  bounces: integer,
  conversions: integer,
  questions: integer,
  forms: integer,
  time_ms: integer,
  scroll_sum: integer,
  scroll_count: integer,
  /** How many visits each audience had, by its number (`multiset.ts`). */
  audiences: text,
  /** The same of persons who declared themselves. */
  persons: text,
  /** How many visits each slot of the times has (`time-slots.ts`). */
  times: text,
});
export type RollupRow = RowOf<typeof rollupColumns>;

export const sums = ["visits", "bounces", "conversions", "questions", "forms", "time_ms", "scroll_sum", "scroll_count"] as const;
export type Sums = Record<(typeof sums)[number], number>;

export function noSums(): Sums {
  return { visits: 0, bounces: 0, conversions: 0, questions: 0, forms: 0, time_ms: 0, scroll_sum: 0, scroll_count: 0 };
}
