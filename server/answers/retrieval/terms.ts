import type { Word } from "../words/words";

/**
 * What passages are found by. Stems, surface forms and meanings come from all texts of a passage. Pairs of stems and fragments of
 * words come from the questions of a `faq` alone, where they tell apart entries that use the same words.
 */
const termKinds = ["stem", "surface", "meaning", "pair", "fragment"] as const;
export type TermKind = (typeof termKinds)[number];

const fragmentLength = 4;
const minFragmentedLength = 4;

/** Hands out the hashes of neighbours, with the beginning and the end of the text; and of neighbours among the words that matter. */
export function eachPair(words: readonly Word[], take: (hash: number) => void): void {
  let before = "^";
  for (const { stem } of words) {
    take(pairHash(before, " ", stem));
    before = stem;
  }
  if (words.length > 0) take(pairHash(before, " ", "$"));
  let last: string | undefined;
  for (const { stem, isStopWord } of words) {
    if (isStopWord) continue;
    if (last !== undefined) take(pairHash(last, "~", stem));
    last = stem;
  }
}

/** Word forms, compounds and misspellings share fragments where they share no stem. Hands out their hashes. */
export function eachFragment(words: readonly Word[], take: (hash: number) => void): void {
  for (const { surface, isStopWord } of words) {
    if (isStopWord || surface.length < minFragmentedLength) continue;
    const marked = `^${surface}$`;
    for (let at = 0; at + fragmentLength <= marked.length; at += 1)
      take(mixed(hashed(seeds.fragment, marked, at, at + fragmentLength)));
  }
}

/** 32 bits for a term: an index of strings would be several times as large. FNV-1a, with its bits mixed at the end. */
export function termHash(kind: TermKind, text: string): number {
  return mixed(hashed(seeds[kind], text, 0, text.length));
}

function pairHash(one: string, between: string, other: string): number {
  const begun = hashed(hashed(seeds.pair, one, 0, one.length), between, 0, between.length);
  return mixed(hashed(begun, other, 0, other.length));
}

const offset = 0x811c9dc5;
const seeds: Readonly<Record<TermKind, number>> = {
  stem: offset ^ 1,
  surface: offset ^ 2,
  meaning: offset ^ 3,
  pair: offset ^ 4,
  fragment: offset ^ 5,
};

function hashed(seed: number, text: string, start: number, end: number): number {
  let hash = seed;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function mixed(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
}
