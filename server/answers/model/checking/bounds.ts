import type { Language } from "../../../rendering/language/phrases";
import { formsOf, isContent } from "./source";
import type { Unit } from "./units";
import { type BoundWord, boundWordAt } from "./words/bound-words";
import { isNumberWord } from "./words/number-words";
import { dateOf, isCurrency, timeOf } from "./words/time-words";

/** A bound and its number are at most this many units apart, and so are the ends of a range. */
const nearby = 4;

/** How a sentence and its passage are read. */
export interface Interpretation {
  language: Language;
  /** In which numbers, times and bounds are known. */
  languages: readonly Language[];
  /** In a passage, content may stand between an amount and its bound, as in "a minimum order of 50 €". */
  isPassage: boolean;
}

/** What is bounded: "30", "days", or both. */
export interface Bounded {
  number: string | undefined;
  time: number | undefined;
}

export interface Bound extends Bounded {
  word: BoundWord;
  at: number;
  /** Which side of the number is meant; of "30 days after", which side of a moment. */
  side: string;
}

/** Bounds of numbers and times. Other bounds, as in "above all", are left out. */
export function boundsIn(units: readonly Unit[], interpretation: Interpretation): Bound[] {
  return units.flatMap((_, at) => {
    const word = boundWordAt(units, at, interpretation.languages);
    if (!word) return [];
    const { kind, direction, end } = word;
    const isMoment = kind === "after" || kind === "before";
    const ahead = boundedBy(units, end, 1, { ...interpretation, isPassage: interpretation.isPassage && !isMoment });
    if (ahead) return { ...ahead, word, at, side: direction };
    const mayFollow = isMoment || kind === "least" || kind === "most";
    const behind = mayFollow ? boundedBy(units, at, -1, { ...interpretation, isPassage: false }) : undefined;
    return behind ? { ...behind, word, at, side: isMoment ? `${direction} than a moment` : direction } : [];
  });
}

function boundedBy(units: readonly Unit[], from: number, step: 1 | -1, interpretation: Interpretation): Bounded | undefined {
  const found: Bounded = { number: undefined, time: undefined };
  const isFound = () => found.number !== undefined || found.time !== undefined;
  for (let at = from + step; Math.abs(at - from) <= nearby; at += step) {
    const unit = units[at];
    const number = unit && numberOf(unit, interpretation);
    const time = unit?.kind === "word" ? timeOf(unit.folded, interpretation.languages) : undefined;
    if (number !== undefined) {
      if (found.number !== undefined) break;
      found.number = number;
    } else if (time !== undefined) found.time ??= time;
    else if (!mayStandBetween(units, at, isFound(), interpretation)) break;
  }
  return isFound() ? found : undefined;
}

function mayStandBetween(units: readonly Unit[], at: number, isFound: boolean, interpretation: Interpretation): boolean {
  const unit = units[at];
  if (unit?.kind !== "word") return unit?.kind === "sign";
  if (boundWordAt(units, at, interpretation.languages)) return !isFound;
  return interpretation.isPassage || isCurrency(unit.folded) || !isContent(unit, interpretation.language);
}

function numberOf(unit: Unit, { languages }: Interpretation): string | undefined {
  if (unit.kind === "number") return unit.text;
  return unit.kind === "word" && languages.some((one) => isNumberWord(unit.folded, one)) ? unit.folded : undefined;
}

/** A word after "after" or "before", in all its forms. */
export interface Moment {
  direction: BoundWord["direction"];
  forms: readonly string[];
}

export function momentsIn(units: readonly Unit[], { language, languages }: Interpretation): Moment[] {
  return units.flatMap((_, at) => {
    const word = boundWordAt(units, at, languages);
    if (word?.kind !== "after" && word?.kind !== "before") return [];
    const next = units.slice(word.end + 1).find((unit) => unit.kind !== "word" || isContent(unit, language));
    return next?.kind === "word" ? { direction: word.direction, forms: formsOf(next, language) } : [];
  });
}

/** Numbers, days and months that follow each other, as in "9 to 18" and "from Monday to Friday". */
interface Range {
  start: number;
  end: number;
  name: string;
  /** Nothing that carries what is said stands between them, as in "9 to 18". */
  isClose: boolean;
}

export function rangesIn(units: readonly Unit[], interpretation: Interpretation): Range[] {
  const { language, languages } = interpretation;
  const dateIn = (unit: Unit) =>
    unit.kind === "word" ? languages.map((one) => dateOf(unit.folded, one)).find(Boolean) : undefined;
  const ends = units.flatMap((unit, index) => {
    const name = numberOf(unit, interpretation) ?? dateIn(unit);
    return name === undefined ? [] : [{ index, name }];
  });
  const isTelling = (unit: Unit, at: number) =>
    unit.kind === "word" &&
    isContent(unit, language) &&
    !isCurrency(unit.folded) &&
    timeOf(unit.folded, languages) === undefined &&
    !boundWordAt(units, at, languages);
  return ends.flatMap(({ index, name }, at) => {
    const next = ends[at + 1];
    if (!next || next.index - index > nearby) return [];
    const between = units.slice(index + 1, next.index);
    // A number and a day are none: "30 € until June 5".
    const isOfOneKind = typeof next.name === typeof name;
    const isClose = isOfOneKind && !between.some((unit, offset) => isTelling(unit, index + 1 + offset));
    return { start: index, end: next.index, name: `${name} ${next.name}`, isClose };
  });
}
