const maxCountedSuffix = 2 ** 20;

/**
 * A free number from 2 on in a logarithm of tries: doubles until one is free, then halves the gap. Where the names leave
 * no gap, chance decides.
 */
export async function freeSuffix(isTaken: (suffix: string) => Promise<boolean>): Promise<string> {
  let low = 1;
  let high = 2;
  while (await isTaken(String(high))) {
    if (high >= maxCountedSuffix) return crypto.randomUUID();
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isTaken(String(middle))) low = middle;
    else high = middle;
  }
  return String(high);
}
