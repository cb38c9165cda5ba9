import type { Stretches } from "./stretches";
import { gramAt, gramLength, lettersOf } from "./text";

/** A common word is in at least one of so many texts. */
const textsForOne = 64;
/** In letters. Longer words are found by their parts, as words that are not common are. */
const maxLength = 16;
const maxWords = 512;
/** They are looked for in some texts. */
const leastTexts = 64;
const maxTexts = 2_048;
const maxLetters = 262_144;

export function mayBeCommon(word: string): boolean {
  const { length } = lettersOf(word);
  return length > gramLength && length <= maxLength;
}

/** The words that many of these texts have, and what somebody types before such a word is complete. The shortest first. */
export async function commonWordsIn(texts: readonly string[], stretches: Stretches): Promise<string[]> {
  const sample = sampleOf(texts);
  if (sample.length < leastTexts) return [];
  const words: string[] = [];
  for (let length = gramLength; length <= maxLength && words.length < maxWords; length += 1) {
    const counts = new Map<string, number>();
    for (const text of sample) {
      await stretches.pause();
      for (const part of new Set(partsOf(text, length))) counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    const frequent = new Set([...counts].flatMap(([part, count]) => (count * textsForOne >= sample.length ? part : [])));
    if (frequent.size === 0) break;
    if (length > gramLength) words.push(...frequent);
    // A longer part is no more frequent than the one it begins with.
    for (const text of sample) {
      await stretches.pause();
      text.starts = text.starts.filter((start) => frequent.has(gramAt(text.letters, start, length)));
    }
  }
  return words.slice(0, maxWords);
}

interface Sampled {
  letters: string | readonly string[];
  /** Where words begin. */
  starts: readonly number[];
}

const letterOrDigit = /[\p{L}\p{N}]/u;

function sampleOf(texts: readonly string[]): Sampled[] {
  const every = Math.ceil(texts.length / maxTexts);
  let count = 0;
  return texts.flatMap((text, index) => {
    if (index % every > 0 || count + text.length > maxLetters) return [];
    count += text.length;
    const letters = lettersOf(text);
    const starts = Array.from(letters, (_, at) => at).filter((at) => at === 0 || !letterOrDigit.test(letters[at - 1] as string));
    return { letters, starts };
  });
}

function partsOf({ letters, starts }: Sampled, length: number): string[] {
  return starts.flatMap((start) => {
    const part = gramAt(letters, start, length);
    return start + length > letters.length || part.includes(" ") ? [] : part;
  });
}
