import { evidenceIn } from "../../../rendering/language/evidence";
import type { Language } from "../../../rendering/language/phrases";
import { likeliestLanguage } from "../../words/likeliest-language";
import { isStopWord } from "../../words/stop-words";
import { askedWordOf } from "../../words/words";
import { isForeign } from "./is-foreign";
import { plainText, type Unit, unitsIn, type WordUnit } from "./units";
import { isNegation, isNumberWord, negationsIn } from "./words/number-words";
import { priceOf } from "./words/price-words";
import { dateOf } from "./words/time-words";

/** What a passage says, ready to be compared with what a model writes. */
export interface Source {
  text: string;
  language: Language;
  /** Links, numbers, signs and tokens as they are; words in all forms by which they may be repeated. */
  units: readonly Unit[];
  exact: ReadonlySet<string>;
  forms: ReadonlySet<string>;
  /** Forms of words that have a capital letter somewhere in the passage. */
  capitalized: ReadonlySet<string>;
  statements: readonly (Statement & { sentence: string; units: readonly Unit[] })[];
  /** In a language that is not one of Foyer's own. */
  isForeign: boolean;
}

export interface Statement {
  /** All of its units. */
  spelling: string;
  /** As `contentOf` says. */
  content: readonly (readonly string[])[];
  /** All of these. */
  forms: ReadonlySet<string>;
  /** Numbers, also in letters, days, months, and words such as "free". */
  facts: ReadonlySet<string>;
  /** Words with a capital letter, in all their forms. */
  names: readonly (readonly string[])[];
  /** The languages in which the statement has a "not": several, because the language of a short text is easily mistaken. */
  negations: ReadonlySet<string>;
  /** How many words for "not" it has. */
  nots: number;
}

export function sourceOf(passage: string): Source {
  const language = languageOf(passage);
  const text = plainText(passage);
  const units = unitsIn(text);
  const words = units.filter((unit) => unit.kind === "word");
  const said = (isCapitalized: boolean) =>
    words.filter((word) => !isCapitalized || word.isCapitalized).flatMap((word) => formsOf(word, language));
  return {
    text,
    language,
    units,
    exact: new Set(units.flatMap((unit) => (unit.kind === "word" ? unit.folded : unit.text))),
    forms: new Set(said(false)),
    capitalized: new Set(said(true)),
    statements: statementsIn(passage, language),
    isForeign: isForeign(passage, units),
  };
}

export function languageOf(text: string): Language {
  return likeliestLanguage(evidenceIn([text]));
}

/** A word as it is written and its stem, which are never mistaken for each other. */
export function formsOf(word: WordUnit, language: Language): string[] {
  return [word.folded, `${askedWordOf(word.text, language).stem}~`];
}

/** Words that carry what a sentence says. */
export function isContent({ folded }: WordUnit, language: Language): boolean {
  return !isStopWord(folded, language) && !isNegation(folded, language);
}

/** Half of the French "ne … pas". */
const halfNots = new Set(["ne", "n"]);

export function statementOf(units: readonly Unit[], language: Language): Statement {
  const content = contentOf(units, language);
  const isName = (unit: Unit) => unit.kind === "word" && unit.isCapitalized && isContent(unit, language);
  return {
    spelling: units.map(({ text }) => text).join(" "),
    content,
    forms: new Set(content.flat()),
    facts: new Set(units.flatMap((unit) => factOf(unit, language) ?? [])),
    names: contentOf(units.filter(isName), language),
    negations: negationsIn(units.flatMap((unit) => (unit.kind === "word" ? unit.folded : []))),
    nots: units.filter((unit) => unit.kind === "word" && isNegation(unit.folded, language) && !halfNots.has(unit.folded)).length,
  };
}

/** Words that carry what the units say, each in all its forms; numbers, links and signs as they are. */
export function contentOf(units: readonly Unit[], language: Language): string[][] {
  return units.flatMap((unit) => {
    if (unit.kind !== "word") return [[unit.text]];
    return isContent(unit, language) ? [formsOf(unit, language)] : [];
  });
}

function factOf(unit: Unit, language: Language): string | undefined {
  if (unit.kind === "number") return unit.text;
  if (unit.kind !== "word") return undefined;
  if (isNumberWord(unit.folded, language)) return unit.folded;
  const price = priceOf(unit.folded);
  if (price !== undefined) return factOfPrice(price);
  const date = dateOf(unit.folded, language);
  return date === undefined ? undefined : factOfDate(date);
}

export function factOfDate(date: number): string {
  return `date ${date}`;
}

export function factOfPrice(price: number): string {
  return `price ${price}`;
}

/** A question says nothing, unless the passage has nothing else. */
function statementsIn(passage: string, language: Language): Source["statements"] {
  const all = passage.split(/\r\n|\r|\n/).flatMap((line) => sentencesIn(plainText(line), language));
  const claims = all.filter((sentence) => !/[?؟]\s*$/.test(sentence));
  return (claims.length > 0 ? claims : all).map((sentence) => {
    const units = unitsIn(sentence);
    return { sentence, units, ...statementOf(units, language) };
  });
}

const segmenters = new Map<Language, Intl.Segmenter>();

export function sentencesIn(text: string, language: Language): string[] {
  let segmenter = segmenters.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
    segmenters.set(language, segmenter);
  }
  return Array.from(segmenter.segment(text), ({ segment }) => segment).filter((segment) => segment.trim() !== "");
}
