/** A shorter word is too easily another one. */
const minLength = 4;
const maxLength = 24;
/** From this length on, two letters may be wrong. */
const minLengthForTwo = 8;

/** Words that are joined between two pauses. */
const wordsAtOnce = 1_000;
const groupsAtOnce = 20;

/** The words of all passages, for finding what a misspelled one was meant to be. */
export class Vocabulary {
  readonly #counts = new Map<string, number>();

  add(word: string): void {
    if (word.length < minLength || word.length > maxLength) return;
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  *finish(): Generator<undefined, Spelling, undefined> {
    const groups = new Map<number, { words: string[]; counts: number[] }>();
    let done = 0;
    for (const [word, count] of this.#counts) {
      const key = groupOf(word, word.length);
      let group = groups.get(key);
      if (!group) groups.set(key, (group = { words: [], counts: [] }));
      group.words.push(word);
      group.counts.push(count);
      if (++done % wordsAtOnce === 0) yield;
    }
    const keys = new Uint32Array(groups.keys()).sort();
    const firsts = new Uint32Array(keys.length);
    const starts = new Uint32Array(keys.length + 1);
    const counts = new Uint8Array(done);
    const letters = new Uint32Array(done);
    const texts: string[] = [];
    let [first, start] = [0, 0];
    for (const [at, key] of keys.entries()) {
      const group = groups.get(key) as { words: string[]; counts: number[] };
      const text = group.words.join("");
      texts.push(text);
      counts.set(
        group.counts.map((count) => Math.min(count, mostCounted)),
        first,
      );
      letters.set(group.words.map(lettersIn), first);
      firsts[at] = first;
      first += group.words.length;
      starts[at + 1] = start += text.length;
      if (at % groupsAtOnce === 0) yield;
    }
    return new Spelling({ keys, firsts, starts, words: lettersOf(texts.join("")), counts, letters });
  }
}

/** A bit for each letter; beyond the Latin ones, some share a bit. */
function lettersIn(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** A wrong letter counts as two differences, a missing or additional letter as one. */
function differences(letters: number, others: number): number {
  let bits = letters ^ others;
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Words of one length and first letter: hardly anybody misspells that one. */
function groupOf(word: string, length: number): number {
  return length * 65_536 + word.charCodeAt(0);
}

/** Counts fit into a byte: how much more often a frequent word occurs makes no difference. */
const mostCounted = 255;

/** Visitors misspell the same words, and ask for the same ones that no passage has. For all indexes together. */
const maxCached = 10_000;
const cached = new Map<string, string | null>();
let spellings = 0;

/** Arrays, because many small objects that stay would keep the memory around them from being given back. */
export interface SpellingArrays {
  /** The groups in ascending order: the number of the first word of each, and where its words begin; and, at last, where they end. */
  keys: Uint32Array;
  firsts: Uint32Array;
  starts: Uint32Array;
  /** The letters of all words, without anything between them; in single bytes if all of them are Latin. */
  words: Uint8Array | Uint16Array;
  /** For each word, how often it occurs and which letters it has. */
  counts: Uint8Array;
  letters: Uint32Array;
}

export class Spelling {
  readonly #number = ++spellings;
  readonly arrays: SpellingArrays;

  constructor(arrays: SpellingArrays) {
    this.arrays = arrays;
  }

  /** The nearest word there is, of equally near ones the most frequent, then the first. Undefined if none is near. */
  closest(word: string): string | undefined {
    if (word.length < minLength || word.length > maxLength || /\d/.test(word)) return undefined;
    const key = `${this.#number} ${word}`;
    let known = cached.get(key);
    if (known === undefined) {
      if (cached.size >= maxCached) cached.clear();
      cached.set(key, (known = this.#nearest(word) ?? null));
    }
    return known ?? undefined;
  }

  #nearest(word: string): string | undefined {
    const allowed = word.length >= minLengthForTwo ? 2 : 1;
    const [from, to] = [word.length - allowed, word.length + allowed];
    const own = lettersIn(word);
    const { keys, firsts, starts, words, counts, letters } = this.arrays;
    let best: string | undefined;
    let least = allowed + 1;
    for (const difference of lengthDifferences) {
      const length = word.length + difference;
      if (length < from || length > to) continue;
      const group = keys.indexOf(groupOf(word, length));
      if (group === -1) continue;
      const end = starts[group + 1] as number;
      let most = least > allowed ? 0 : Number.POSITIVE_INFINITY;
      let nearest = -1;
      for (let at = starts[group] as number, number = firsts[group] as number; at < end; at += length, number += 1) {
        if (differences(own, letters[number] as number) > 2 * allowed) continue;
        const count = counts[number] as number;
        // A word that is not more frequent than the best one must be nearer.
        const worthwhile = count > most ? least : least - 1;
        if (worthwhile < 1) continue;
        const edits = nearEdits(word, words, at, length, Math.min(worthwhile, allowed));
        if (edits < least || (edits === least && count > most)) [nearest, least, most] = [at, edits, count];
      }
      if (nearest >= 0) best = String.fromCharCode(...words.subarray(nearest, nearest + length));
      if (least === 1) break;
    }
    return best;
  }

  get bytes(): number {
    const { keys, firsts, starts, words, counts, letters } = this.arrays;
    return [keys, firsts, starts, words, counts, letters].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
}

function lettersOf(text: string): Uint8Array | Uint16Array {
  if (!/[^\u0000-\u00ff]/.test(text)) return new Uint8Array(Buffer.from(text, "latin1"));
  const { buffer } = new Uint8Array(Buffer.from(text, "utf16le"));
  return new Uint16Array(buffer);
}

/** Words of the same length are looked at first. */
const lengthDifferences = [0, -1, 1, -2, 2];

/**
 * The edits between a word and the one at `at`; infinite if there are more than `most`. The common beginning and end are skipped.
 * Where two edits are allowed, the second letter must be right as well.
 */
function nearEdits(word: string, words: Uint8Array | Uint16Array, at: number, length: number, most: number): number {
  const shorter = Math.min(word.length, length);
  let start = 1;
  while (start < shorter && words[at + start] === word.charCodeAt(start)) start += 1;
  if (most > 1 && start < 2) return Number.POSITIVE_INFINITY;
  let end = 0;
  while (end < shorter - start && words[at + length - 1 - end] === word.charCodeAt(word.length - 1 - end)) end += 1;
  const between = Math.max(word.length, length) - start - end;
  if (between > (most === 1 ? 2 : shorter - 2)) return Number.POSITIVE_INFINITY;
  const edits = editsInside(word, start, word.length - end, words, at + start, at + length - end, most);
  return edits > most ? Number.POSITIVE_INFINITY : edits;
}

/** Rows of a comparison, used again for the next one. */
const rows = [new Uint8Array(maxLength + 1), new Uint8Array(maxLength + 1), new Uint8Array(maxLength + 1)] as const;

/** Letters that are wrong, missing, too many, or swapped with the next one. More than `most` is `most + 1`. */
function editsInside(
  one: string,
  oneStart: number,
  oneEnd: number,
  other: Uint8Array | Uint16Array,
  otherStart: number,
  otherEnd: number,
  most: number,
): number {
  const width = otherEnd - otherStart;
  let [row, last, beforeLast] = rows;
  for (let j = 0; j <= width; j += 1) last[j] = j;
  for (let i = 1; i <= oneEnd - oneStart; i += 1) {
    const letter = one.charCodeAt(oneStart + i - 1);
    const letterBefore = i > 1 ? one.charCodeAt(oneStart + i - 2) : -1;
    row[0] = i;
    let left = i;
    let least = i;
    let otherBefore = -1;
    for (let j = 1; j <= width; j += 1) {
      const otherLetter = other[otherStart + j - 1] as number;
      let edits = (last[j - 1] as number) + (letter === otherLetter ? 0 : 1);
      if (left + 1 < edits) edits = left + 1;
      if ((last[j] as number) + 1 < edits) edits = (last[j] as number) + 1;
      if (letter === otherBefore && letterBefore === otherLetter && (beforeLast[j - 2] as number) + 1 < edits)
        edits = (beforeLast[j - 2] as number) + 1;
      row[j] = left = edits;
      if (edits < least) least = edits;
      otherBefore = otherLetter;
    }
    if (least > most) return most + 1;
    [row, last, beforeLast] = [beforeLast, row, last];
  }
  return Math.min(last[width] as number, most + 1);
}
