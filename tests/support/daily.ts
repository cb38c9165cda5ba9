const dayMs = 86_400_000;

/** Decides what has its turn. `DAY` repeats the choice of another day; `npm test` shows which one it was. */
export const today = Number(process.env.DAY ?? Math.floor(Date.now() / dayMs));

/** For the long forms of the tests. */
const isAllAtOnce = process.env.EVERY_DAY === "1" || process.env.LOOKS === "all";

/** Of many that are alike, those whose turn it is today: every n-th. The others have theirs on the days after. */
export function todays<Item>(every: number, items: readonly Item[]): Item[] {
  return items.filter((_, index) => isAllAtOnce || (index + today) % every === 0);
}
