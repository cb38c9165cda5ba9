/** How often each whole number occurs, as a text: pairs of the step from the number before and the count, in base64. */
export function encodeCounts(counts: ReadonlyMap<number, number>): string {
  const bytes: number[] = [];
  let before = 0;
  for (const number of [...counts.keys()].sort((one, other) => one - other)) {
    const count = counts.get(number) as number;
    if (count <= 0) continue;
    pushVarint(bytes, number - before);
    pushVarint(bytes, count);
    before = number;
  }
  return Buffer.from(bytes).toString("base64");
}

/** The bytes of a text, to be read at once: they share their memory with those of the next. */
export function bytesOfCounts(text: string): Uint8Array {
  if (text.length > scratch.length) scratch = Buffer.allocUnsafeSlow(text.length * 2);
  return scratch.subarray(0, scratch.write(text, "base64"));
}

/** Figures are made of thousands of texts, so their bytes are not allocated anew each time. */
let scratch = Buffer.allocUnsafeSlow(8_192);

export function decodeCounts(text: string, each: (number: number, count: number) => void): void {
  const bytes = bytesOfCounts(text);
  const { length } = bytes;
  let number = 0;
  for (let at = 0; at < length; ) {
    let step = bytes[at++] as number;
    if (step >= 128) {
      // Almost all numbers take one byte or two.
      const next = bytes[at++] as number;
      step = (step & 127) + (next & 127) * 128;
      for (let scale = 128 * 128, byte = next; byte >= 128; scale *= 128) {
        byte = bytes[at++] as number;
        step += (byte & 127) * scale;
      }
    }
    let count = bytes[at++] as number;
    if (count >= 128) {
      count &= 127;
      for (let scale = 128, byte = 128; byte >= 128; scale *= 128) {
        byte = bytes[at++] as number;
        count += (byte & 127) * scale;
      }
    }
    number += step;
    each(number, count);
  }
}

/** The text with counts added; a count may be negative. */
export function addCounts(text: string, added: ReadonlyMap<number, number>): string {
  if (added.size === 0) return text;
  const counts = new Map<number, number>();
  decodeCounts(text, (number, count) => counts.set(number, count));
  for (const [number, count] of added) counts.set(number, (counts.get(number) ?? 0) + count);
  return encodeCounts(counts);
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
