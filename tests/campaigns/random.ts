/** Random numbers that the same seed repeats. What the machine does in between is not repeated. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, the bound. */
  below(bound: number): number;
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    pick: (items) => items[below(items.length)] as never,
  };
}

/** `TEST_SEED` repeats a run. */
export function chooseSeed(given: string | undefined = process.env.TEST_SEED): number {
  const seed = given === undefined ? crypto.getRandomValues(new Uint32Array(1))[0] : Number(given);
  if (seed === undefined || !Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new Error(`A seed is a whole number below ${2 ** 32}, not ${given}`);
  }
  return seed;
}
