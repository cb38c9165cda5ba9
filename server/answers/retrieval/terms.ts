import type { Word } from "../words/words";

/**
 * What passages are found by. Stems and surface forms are of all its texts, meanings too; pairs of stems and fragments of words are
 * of the questions of a `faq` alone, where they tell apart entries that use the same words.
 */
export const termKinds = ["stem", "surface", "meaning", "pair", "fragment"] as const;
export type TermKind = (typeof termKinds)[number];

const fragmentLength = 4;
const minFragmentedLength = 4;

/** Neighbours, with the beginning and the end of the text; and neighbours among the words that matter. */
export function pairsIn(words: readonly Word[]): string[] {
  const pairs: string[] = [];
  let before = "^";
  for (const { stem } of words) {
    pairs.push(`${before} ${stem}`);
    before = stem;
  }
  if (words.length > 0) pairs.push(`${before} $`);
  const content = words.filter(({ isStopWord }) => !isStopWord);
  for (let at = 1; at < content.length; at += 1) pairs.push(`${content[at - 1]?.stem}~${content[at]?.stem}`);
  return pairs;
}

/** Word forms, compounds and misspellings share fragments where they share no stem. */
export function fragmentsIn(words: readonly Word[]): string[] {
  const fragments: string[] = [];
  for (const { surface, isStopWord } of words) {
    if (isStopWord || surface.length < minFragmentedLength) continue;
    const marked = `^${surface}$`;
    for (let at = 0; at + fragmentLength <= marked.length; at += 1) fragments.push(marked.slice(at, at + fragmentLength));
  }
  return fragments;
}

const seeds: Readonly<Record<TermKind, number>> = { stem: 1, surface: 2, meaning: 3, pair: 4, fragment: 5 };

/** 32 bits for a term: an index of strings would be several times as large. FNV-1a, with its bits mixed at the end. */
export function termHash(kind: TermKind, text: string): number {
  let hash = 0x811c9dc5 ^ seeds[kind];
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
