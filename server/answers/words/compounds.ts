import type { Language } from "../../rendering/language/phrases";

/** They write a compound as one word. */
const languages: ReadonlySet<Language> = new Set<Language>(["de", "nl"]);
/** What may stand between its parts. Others, such as "en", go with the stem. */
const joints = ["", "s"];
const minPartLength = 3;
/** One part alone must be as long as this: a short one is in many words by chance. */
const minAloneLength = 5;
/** A shorter word is hardly ever made of two. */
const minLength = 8;
const maxLength = 40;

interface Compound {
  parts: readonly [string, string];
  areBothKnown: boolean;
}

export function mayBeCompound({ length }: string, language: Language): boolean {
  return languages.has(language) && length >= minLength && length <= maxLength;
}

/** Takes "Versandkosten" apart: the longest last part that is known with the one before it, or else the longest known one alone. */
export function compoundIn(word: string, isKnown: (part: string) => boolean): Compound | undefined {
  let withFirst: readonly [string, string] | undefined;
  let withLast: readonly [string, string] | undefined;
  for (let at = minPartLength; at <= word.length - minPartLength; at += 1) {
    const [start, last] = [word.slice(0, at), word.slice(at)];
    const first = joints
      .filter((joint) => start.endsWith(joint) && start.length - joint.length >= minPartLength)
      .map((joint) => start.slice(0, start.length - joint.length))
      .find(isKnown);
    const isLastKnown = (first !== undefined || (!withLast && last.length >= minAloneLength)) && isKnown(last);
    if (first !== undefined && isLastKnown) return { parts: [first, last], areBothKnown: true };
    if (isLastKnown) withLast = [start, last];
    if (first !== undefined && first.length >= minAloneLength) withFirst = [first, last];
  }
  const parts = withLast ?? withFirst;
  return parts && { parts, areBothKnown: false };
}
