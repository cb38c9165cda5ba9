import { decodeOldCounts } from "./old-multiset";

/**
 * How often each whole number occurs, as a text: a mark, and units of 16 bits in base64. A unit is the step from the number before.
 * With its highest bit set, the next unit is how often the number occurs; else that is once. Texts without the mark are older.
 */
const mark = ".";
export const countFollows = 0x8000;
/** The next two units are a part of the step, lower first. */
export const longStep = 0x7fff;
const maxCount = 0xffff;

export function encodeCounts(counts: ReadonlyMap<number, number>): string {
  const units: number[] = [];
  let before = 0;
  for (const number of [...counts.keys()].sort((one, other) => one - other)) {
    let count = counts.get(number) as number;
    if (count <= 0) continue;
    if (number - before >= longStep) {
      units.push(longStep, (number - before) & 0xffff, Math.floor((number - before) / 0x10000));
      before = number;
    }
    for (; count > maxCount; count -= maxCount, before = number) units.push((number - before) | countFollows, maxCount);
    if (count === 1) units.push(number - before);
    else units.push((number - before) | countFollows, count);
    before = number;
  }
  return units.length === 0 ? "" : mark + Buffer.from(new Uint16Array(units).buffer).toString("base64");
}

/** The first `length` of `units` are those of a text, to be read at once: the next text has the same memory. */
export function unitsOfCounts(text: string): { units: Uint16Array; length: number } {
  if (!text.startsWith(mark)) return unitsOfCounts(encodeCounts(oldCounts(text)));
  if (text.length > scratch.bytes.length) scratch = scratchOf(text.length * 2);
  const { bytes, units } = scratch;
  return { units, length: bytes.write(text.slice(mark.length), "base64") >>> 1 };
}

/** Figures are made of thousands of texts, so nothing is allocated anew for each. */
let scratch = scratchOf(8_192);

function scratchOf(length: number) {
  const bytes = Buffer.allocUnsafeSlow(length);
  return { bytes, units: new Uint16Array(bytes.buffer, 0, length / 2) };
}

export function decodeCounts(text: string, each: (number: number, count: number) => void): void {
  if (text === "") return;
  const { units, length } = unitsOfCounts(text);
  let number = 0;
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] as number;
    if (unit === longStep) {
      number += (units[++at] as number) + (units[++at] as number) * 0x10000;
    } else {
      number += unit & ~countFollows;
      each(number, unit < countFollows ? 1 : (units[++at] as number));
    }
  }
}

/** The text with counts added; a count may be negative. */
export function addCounts(text: string, added: ReadonlyMap<number, number>): string {
  if (added.size === 0) return text;
  const counts = new Map<number, number>();
  const add = (number: number, count: number) => counts.set(number, (counts.get(number) ?? 0) + count);
  decodeCounts(text, add);
  for (const [number, count] of added) add(number, count);
  return encodeCounts(counts);
}

function oldCounts(text: string): Map<number, number> {
  const counts = new Map<number, number>();
  decodeOldCounts(text, (number, count) => counts.set(number, count));
  return counts;
}
