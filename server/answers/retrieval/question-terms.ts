import type { Language } from "../../rendering/language/phrases";
import type { Synonyms } from "../words/synonyms";
import { spelledWords, type Word, wordOf } from "../words/words";
import type { PostingList, Postings } from "./postings";
import { fragmentsIn, pairsIn, termHash } from "./terms";
import type { Spelling } from "./vocabulary";

/** A term of a question, and how much it adds to the score of a passage that has it. */
export interface AskedTerm {
  list: PostingList;
  weight: number;
  /** For a passage that is no `faq`, of which pairs and fragments are not indexed. */
  paragraphWeight: number;
  /** The word of the question, in terms that are words. */
  word?: string;
}

interface Searched {
  postings: Postings;
  vocabulary: Spelling;
  synonyms: Synonyms;
  /** How many there are. */
  passages: number;
  /** How many languages they are in. A question is looked up in each. */
  languages: number;
}

/** How much each kind of term counts. Found with questions that are not in the repository's own set. */
const kindWeights = { word: 0.8, meaning: 0.7, pair: 0.6, fragment: 0.6 };
type TermWeight = keyof typeof kindWeights;
const wordsAlone = kindWeights.word + kindWeights.meaning;
const all = wordsAlone + kindWeights.pair + kindWeights.fragment;

const stopWordWeight = 0.4;
const stopWordRarity = 1.5;
const correctedWeight = 0.8;
/** The part of a word's weight that only the same form gets. */
const surfaceShare = 0.25;
/** As if there were so many more passages: in a handful of them, chance would decide which words are rare. */
const addedPassages = 20;
/** A question has 2,000 characters at most; of more words than this, the first ones are looked up. */
const maxWords = 80;
const maxRepeats = 2;
/** A stop word, pair or fragment that is in more passages is not looked up: it would cost more than all the others. */
const maxCommonPostings = 2_000;
/** Postings that a search walks through at most, in all languages, the rarest terms first. */
const maxPostings = 400_000;

export function termsOfQuestion(question: string, language: Language, searched: Searched): AskedTerm[] {
  const { postings, synonyms, passages } = searched;
  const listOf = (kind: Parameters<typeof termHash>[0], text: string) => postings.listOf(termHash(kind, text));
  const words = askedWords(question, language, searched);
  const groups = new Map<number, string>();
  for (const { name, at, length } of synonyms.groupsIn(words))
    for (let word = at; word < at + length; word += 1) groups.set(word, name);
  const wordTerms: Weighted[] = [];
  const meaningTerms: Weighted[] = [];
  for (const [at, { word, count }] of counted(words)) {
    const stem = listOf("stem", word.stem);
    const surface = word.surface === word.stem ? undefined : listOf("surface", word.surface);
    const rarity = rarityOf(sizeOf(stem) > 0 || !surface ? stem : surface, passages);
    const common = word.isStopWord ? stopWordWeight * Math.min(rarity, stopWordRarity) : rarity * Math.min(count, maxRepeats);
    const found = common * (word.isCorrected ? correctedWeight : 1);
    const share = !surface ? 0 : sizeOf(stem) > 0 ? surfaceShare : 1;
    if (word.isStopWord && sizeOf(stem) > maxCommonPostings) continue;
    wordTerms.push({ list: stem, asked: common, found: found * (1 - share), word: word.spelled });
    if (surface) wordTerms.push({ list: surface, asked: 0, found: found * share, word: word.spelled });
    if (word.isStopWord) continue;
    const group = groups.get(at);
    const meaning = group === undefined ? stem : listOf("meaning", group);
    const weight = rarityOf(meaning, passages) * Math.min(count, maxRepeats);
    meaningTerms.push({
      list: meaning,
      asked: weight,
      found: word.isCorrected ? weight * correctedWeight : weight,
      word: word.spelled,
    });
  }
  const simple = (kind: "pair" | "fragment", texts: readonly string[]) =>
    [...new Set(texts)].flatMap((text): Weighted[] => {
      const list = listOf(kind, text);
      if (sizeOf(list) > maxCommonPostings) return [];
      const rarity = rarityOf(list, passages);
      return [{ list, asked: rarity, found: rarity }];
    });
  const terms = [
    ...normalised("word", wordTerms),
    ...normalised("meaning", meaningTerms),
    ...normalised("pair", simple("pair", pairsIn(words))),
    ...normalised("fragment", simple("fragment", fragmentsIn(words))),
  ];
  return withinBudget(terms, maxPostings / searched.languages);
}

interface AskedWord extends Word {
  spelled: string;
  isCorrected: boolean;
}

/** A word that occurs nowhere is taken for the one it resembles. Others are left as they are: corrections would only blur them. */
function askedWords(question: string, language: Language, { postings, vocabulary }: Searched): AskedWord[] {
  const spelled = spelledWords(question).slice(0, maxWords);
  return spelled.map((text) => {
    const word = wordOf(text, language);
    const occurs = (kind: "stem" | "surface", form: string) => sizeOf(postings.listOf(termHash(kind, form))) > 0;
    const isKnown = word.isStopWord || occurs("stem", word.stem) || occurs("surface", word.surface);
    const meant = isKnown ? undefined : vocabulary.closest(word.surface);
    return meant === undefined
      ? { ...word, spelled: text, isCorrected: false }
      : { ...wordOf(meant, language), spelled: text, isCorrected: true };
  });
}

/** Each stem once, at its first position. */
function counted(words: readonly AskedWord[]): Map<number, { word: AskedWord; count: number }> {
  const first = new Map<string, number>();
  const counts = new Map<number, { word: AskedWord; count: number }>();
  for (const [at, word] of words.entries()) {
    const known = first.get(word.stem);
    const seen = known === undefined ? undefined : counts.get(known);
    if (seen) seen.count += 1;
    else {
      first.set(word.stem, at);
      counts.set(at, { word, count: 1 });
    }
  }
  return counts;
}

interface Weighted {
  list: PostingList;
  /** What it is worth in the question, found or not. */
  asked: number;
  found: number;
  word?: string;
}

/** As shares of what was asked for: a question with words that are found nowhere has low scores everywhere. */
function normalised(kind: TermWeight, terms: readonly Weighted[]): AskedTerm[] {
  const asked = terms.reduce((sum, term) => sum + term.asked, 0);
  if (asked === 0) return [];
  return terms.flatMap(({ list, found, word }) => {
    if (sizeOf(list) === 0 || found === 0) return [];
    const share = found / asked;
    const weight = share * kindWeights[kind];
    const paragraphWeight = kind === "word" || kind === "meaning" ? weight / wordsAlone : 0;
    return [{ list, weight: weight / all, paragraphWeight, ...(word !== undefined && { word }) }];
  });
}

/** Frequent terms cost the most and say the least. */
function withinBudget(terms: AskedTerm[], most: number): AskedTerm[] {
  const total = terms.reduce((sum, { list }) => sum + sizeOf(list), 0);
  if (total <= most) return terms;
  let left = most;
  return [...terms].sort((one, other) => sizeOf(one.list) - sizeOf(other.list)).filter(({ list }) => (left -= sizeOf(list)) >= 0);
}

function rarityOf(list: PostingList, passages: number): number {
  const found = sizeOf(list);
  return Math.log(1 + (passages + addedPassages - found + 0.5) / (found + 0.5));
}

function sizeOf({ start, end }: PostingList): number {
  return end - start;
}
