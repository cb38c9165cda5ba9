/** Numbers that look random and are the same each time: mulberry32. */
export function createChance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** True in this share of all cases. */
    isSo: (share: number) => next() < share,
    between: (least: number, most: number) => Math.floor(least + next() * (most - least + 1)),
    oneOf: <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value,
    key: () => Array.from({ length: 26 }, () => Math.floor(next() * 36).toString(36)).join(""),
  };
}
