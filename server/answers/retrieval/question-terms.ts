import type { Language } from "../../rendering/language/phrases";
import { compoundIn, mayBeCompound } from "../words/compounds";
import { withoutMarks } from "../words/fold";
import { isGrammar, isQuantity, isStopWord } from "../words/stop-words";
import type { Synonyms } from "../words/synonyms";
import { askedWordOf, rememberWord, spelledWords, type Word } from "../words/words";
import type { PostingList, Postings } from "./postings";
import { eachFragment, eachPair, termHash } from "./terms";
import type { Spelling } from "./vocabulary";

/** A term of a question, and how much it adds to the score of a passage that has it. */
export interface AskedTerm {
  list: PostingList;
  weight: number;
  /** For a passage that is no `faq`: its pairs and fragments are not indexed. */
  paragraphWeight: number;
  /** The word of the question, in terms that are words. */
  word: string | undefined;
  /** Whether it is a word, or its meaning, that says what the question is about. */
  isSubject: boolean;
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
const kindWeights = { word: 0.8, meaning: 0.9, pair: 0.6, fragment: 0.6 };
type TermWeight = keyof typeof kindWeights;
const wordsAlone = kindWeights.word + kindWeights.meaning;
const all = wordsAlone + kindWeights.pair + kindWeights.fragment;

const stopWordWeight = 0.4;
const stopWordRarity = 1.5;
const correctedWeight = 0.8;
/** The part of a word's weight that only the same form gets. */
const surfaceShare = 0.25;
/** Added to the number of passages: among few passages, chance would decide which words are rare. */
const addedPassages = 20;
/** Only the first words of a long question are looked up. */
const maxWords = 80;
const maxRepeats = 2;
/** Of the fragments of a word that is like another one. */
const likeWordShare = 0.5;
/** Further words are not taken apart: each of their parts has to be stemmed. */
const maxCompounds = 3;
/** A stop word, pair or fragment that is in more passages is not looked up: it would cost more than all the others. */
const maxCommonPostings = 2_000;
/** Postings that a search walks through at most, in all languages, the rarest terms first. */
const maxPostings = 400_000;

export function termsOfQuestion(question: string, language: Language, searched: Searched): AskedTerm[] {
  const { postings, synonyms, passages } = searched;
  const words = askedWords(question, language, searched);
  const groups = synonyms.groupsIn(words);
  const isOfQuantities = words.every(({ surface, isStopWord }) => isStopWord || isQuantity(surface));
  const wordTerms: Weighted[] = [];
  const meaningTerms: Weighted[] = [];
  for (const [at, { word, count }] of counted(words)) {
    const { stemList: stem, surfaceList: surface, spelled, isStopWord, isCorrected } = word;
    const isSubject = !isStopWord && (isOfQuantities || !isQuantity(word.surface));
    const rarity = rarityOf(sizeOf(stem) > 0 || !surface ? stem : surface, passages);
    const common = isStopWord ? stopWordWeight * Math.min(rarity, stopWordRarity) : rarity * Math.min(count, maxRepeats);
    const found = common * (isCorrected ? correctedWeight : 1);
    const share = !surface ? 0 : sizeOf(stem) > 0 ? surfaceShare : 1;
    if (isStopWord && sizeOf(stem) > maxCommonPostings) continue;
    wordTerms.push({ list: stem, asked: common, found: found * (1 - share), word: spelled, isSubject });
    if (surface) wordTerms.push({ list: surface, asked: 0, found: found * share, word: spelled, isSubject });
    if (isStopWord) continue;
    const group = groups.findLast((one) => one.at <= at && at < one.at + one.length);
    const meaning = group ? postings.listOf(termHash("meaning", group.name)) : stem;
    const weight = rarityOf(meaning, passages) * Math.min(count, maxRepeats);
    const foundMeaning = isCorrected ? weight * correctedWeight : weight;
    meaningTerms.push({ list: meaning, asked: weight, found: foundMeaning, word: spelled, isSubject });
  }
  const terms: AskedTerm[] = [];
  addNormalised(terms, "word", wordTerms);
  addNormalised(terms, "meaning", meaningTerms);
  addNormalised(terms, "pair", simpleTerms(eachPair, words, searched));
  addNormalised(terms, "fragment", simpleTerms(eachFragment, words, searched));
  return withinBudget(terms, maxPostings / searched.languages);
}

/** Whether no word of the question says what it is about. */
export function isOfStopWords(question: string, language: Language): boolean {
  return spelledWords(question)
    .slice(0, maxWords)
    .every((text) => isStopWord(withoutMarks(text), language) || isGrammar(text));
}

/** Whether a word that says what the question is about is written much like one of a `faq`'s own questions. */
export function hasLikeWord(question: string, language: Language, has: (fragment: number) => boolean): boolean {
  return spelledWords(question)
    .slice(0, maxWords)
    .some((text) => {
      let [all, found] = [0, 0];
      const word = askedWordOf(text, language);
      if (isQuantity(word.surface)) return false;
      eachFragment([word], (fragment) => {
        all += 1;
        if (has(fragment)) found += 1;
      });
      return found > 0 && found >= all * likeWordShare;
    });
}

/** Whether the question is the other one with more words around it. */
export function hasWordsOf(question: string, other: string): boolean {
  const words = new Set(spelledWords(question).slice(0, maxWords));
  const others = spelledWords(other);
  return others.length > 0 && others.every((word) => words.has(word));
}

interface AskedWord extends Word {
  spelled: string;
  isCorrected: boolean;
  stemList: PostingList;
  /** Undefined where it is the stem. */
  surfaceList: PostingList | undefined;
}

/**
 * A word that occurs nowhere is taken for the words that it is made of, or for the one that it resembles. Others are left as they
 * are: corrections would only blur them.
 */
function askedWords(question: string, language: Language, searched: Searched): AskedWord[] {
  const { postings, vocabulary } = searched;
  const spelled = spelledWords(question).slice(0, maxWords);
  let compounds = 0;
  return spelled.flatMap((text) => {
    const word = askedWordOf(text, language);
    const asked = askedWord(word, text, false, postings);
    if (asked.isStopWord || occurs(asked, postings)) {
      // Its stem took most of the time. The texts themselves may have been indexed by another process.
      rememberWord(text, language, word);
      return asked;
    }
    const known = (part: string) => knownPart(part, text, language, searched);
    const withUmlauts = language === "de" ? umlautsIn(text) : text;
    const umlauts = withUmlauts === text ? undefined : known(withUmlauts);
    if (umlauts) return umlauts;
    const isTakenApart = mayBeCompound(text, language) && ++compounds <= maxCompounds;
    const compound = isTakenApart ? compoundIn(text, (part) => known(part) !== undefined) : undefined;
    const parts = compound?.parts.map((part) => known(part) ?? askedWord(askedWordOf(part, language), text, false, postings));
    if (parts && compound?.areBothKnown) return parts;
    const meant = vocabulary.closest(asked.surface);
    if (meant !== undefined) return askedWord(askedWordOf(meant, language), text, true, postings);
    return parts ?? asked;
  });
}

/** On a keyboard without them. */
function umlautsIn(text: string): string {
  return text.replaceAll("ae", "ä").replaceAll("oe", "ö").replaceAll("ue", "ü");
}

/** A part of a word, if it or its meaning occurs. In front of another part a verb has lost its ending, as a stem has. */
function knownPart(part: string, spelled: string, language: Language, { postings, synonyms }: Searched): AskedWord | undefined {
  const word = askedWordOf(part, language);
  if (word.isStopWord) return undefined;
  for (const stem of [word.stem, word.surface]) {
    const asked = askedWord({ ...word, stem }, spelled, false, postings);
    if (occurs(asked, postings)) return asked;
  }
  const [group] = synonyms.groupsIn([word]);
  const isMeant = group !== undefined && sizeOf(postings.listOf(termHash("meaning", group.name))) > 0;
  return isMeant ? askedWord(word, spelled, false, postings) : undefined;
}

function occurs({ stemList, surfaceList, surface }: AskedWord, postings: Postings): boolean {
  return sizeOf(stemList) > 0 || sizeOf(surfaceList ?? surfaceListOf(surface, postings)) > 0;
}

function askedWord({ surface, stem, isStopWord }: Word, spelled: string, isCorrected: boolean, postings: Postings): AskedWord {
  const stemList = postings.listOf(termHash("stem", stem));
  const surfaceList = surface === stem ? undefined : surfaceListOf(surface, postings);
  return { surface, stem, isStopWord, spelled, isCorrected, stemList, surfaceList };
}

function surfaceListOf(surface: string, postings: Postings): PostingList {
  return postings.listOf(termHash("surface", surface));
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
  word: string | undefined;
  isSubject: boolean;
}

/** Pairs or fragments, each of them once. */
function simpleTerms(each: typeof eachPair, words: readonly Word[], { postings, passages }: Searched): Weighted[] {
  const seen = new Set<number>();
  const terms: Weighted[] = [];
  each(words, (hash) => {
    if (seen.has(hash)) return;
    seen.add(hash);
    const list = postings.listOf(hash);
    if (sizeOf(list) > maxCommonPostings) return;
    const rarity = rarityOf(list, passages);
    terms.push({ list, asked: rarity, found: rarity, word: undefined, isSubject: false });
  });
  return terms;
}

/** As shares of the whole question: one with words that are found nowhere has low scores everywhere. */
function addNormalised(to: AskedTerm[], kind: TermWeight, terms: readonly Weighted[]): void {
  let asked = 0;
  for (const term of terms) asked += term.asked;
  if (asked === 0) return;
  const isWord = kind === "word" || kind === "meaning";
  for (const { list, found, word, isSubject } of terms) {
    if (sizeOf(list) === 0 || found === 0) continue;
    const weight = (found / asked) * kindWeights[kind];
    to.push({ list, weight: weight / all, paragraphWeight: isWord ? weight / wordsAlone : 0, word, isSubject });
  }
}

/** Frequent terms cost the most and say the least. */
function withinBudget(terms: AskedTerm[], most: number): AskedTerm[] {
  let total = 0;
  for (const { list } of terms) total += sizeOf(list);
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
