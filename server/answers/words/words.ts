import type { Language } from "../../rendering/language/phrases";
import { caseFolded, isAscii, withoutMarks } from "./fold";
import { stemOf } from "./stems";
import { isGrammar, isStopWord } from "./stop-words";

/** A word as it was written, without case and accents, and its stem. */
export interface Word {
  surface: string;
  stem: string;
  isStopWord: boolean;
}

/** Tokens, addresses, tags and marks of Markdown say little about the subject of a text. */
const markup = /\{\{[^{}]*\}\}|\]\([^()\s]*\)|\bhttps?:\/\/[^\s)\]>"']+|<[^<>]*>|&#?\w{1,12};/g;
const mayHaveMarkup = /[{<&]|\]\(|:\/\//;
/** Scripts without spaces: pairs of characters stand for words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function wordsIn(text: string, language: Language): Word[] {
  return spelledWords(text).map((spelled) => wordOf(spelled, language));
}

/** Folded, with accents, which some stemmers need. */
export function spelledWords(text: string): string[] {
  const unmarked = mayHaveMarkup.test(text) ? text.replace(markup, " ") : text;
  const plain = caseFolded(unmarked).replace(/n['’]t\b/g, " not");
  // Most texts are ASCII, and this is several times as fast.
  if (isAscii(plain)) return plain.match(/[a-z0-9]+/g) ?? [];
  return (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((word) => (unspaced.test(word) ? pairs(word) : word));
}

/** Most words of a text have occurred before. In all languages together. */
const maxCached = 50_000;
/** Longer words hardly ever occur twice. */
const maxCachedLength = 40;
const cached = new Map<Language, Map<string, Word>>();
let cachedCount = 0;

/** Of a text that is indexed: its words are remembered. */
export function wordOf(spelled: string, language: Language): Word {
  return knownWord(spelled, language) ?? rememberWord(spelled, language, newWord(spelled, language));
}

/** Of what somebody asks: words that visitors make up must not push out those of texts. */
export function askedWordOf(spelled: string, language: Language): Word {
  return knownWord(spelled, language) ?? newWord(spelled, language);
}

function knownWord(spelled: string, language: Language): Word | undefined {
  return cached.get(language)?.get(spelled);
}

function newWord(spelled: string, language: Language): Word {
  const surface = withoutMarks(spelled);
  return { surface, stem: stemOf(spelled, language), isStopWord: isStopWord(surface, language) || isGrammar(surface) };
}

export function rememberWord(spelled: string, language: Language, word: Word): Word {
  let known = cached.get(language);
  if (spelled.length > maxCachedLength || known?.has(spelled)) return word;
  if (cachedCount >= maxCached) {
    cached.clear();
    cachedCount = 0;
    known = undefined;
  }
  if (!known) cached.set(language, (known = new Map()));
  known.set(spelled, word);
  cachedCount += 1;
  return word;
}

function pairs(text: string): string[] {
  const letters = [...text];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, position) => `${letters[position]}${letter}`);
}
