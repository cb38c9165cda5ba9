import type { Language } from "../../../rendering/language/phrases";
import { formsOf, isContent, type Source } from "./source";
import type { Unit } from "./units";
import { isNumberWord } from "./words/number-words";
import { dateOf, isCurrency, isOne, timeOf } from "./words/time-words";

/** A number and the time that it counts are at most this many units apart: "30 € for each month". */
const nearby = 4;

/** Whether times, runs of numbers and tokens stand beside the same things as in the passage. */
export function belongsToNeighbours(units: readonly Unit[], source: Source, languages: readonly Language[]): boolean {
  const timeIn = (unit: Unit | undefined) => (unit?.kind === "word" ? timeOf(unit.folded, languages) : undefined);
  const said = new Set(source.units.flatMap((unit) => timeIn(unit) ?? []));
  return units.every((unit, at) => {
    if (unit.kind === "token") return tokenMayStay(units, at, source);
    if (unit.kind === "number") return countedTimeMayStay(unit.text, at) && runMayStay(units, at, source);
    if (unit.kind !== "word") return true;
    const time = timeIn(unit);
    if (time !== undefined && !said.has(time) && !source.exact.has(unit.folded)) return false;
    return oneMayStay(unit.folded, at);
  });

  /** "30 € a year" is not "30 € a month". */
  function countedTimeMayStay(number: string, at: number): boolean {
    const after = units.slice(at + 1, at + 1 + nearby);
    const next = after.findIndex(({ kind }) => kind === "number");
    const time = after
      .slice(0, next < 0 ? nearby : next)
      .map(timeIn)
      .find((one) => one !== undefined);
    if (time === undefined) return !isPrice(units, at) || saysPriceAlone(number);
    return source.units.some(
      (unit, index) =>
        unit.kind === "number" &&
        unit.text === number &&
        source.units.slice(Math.max(0, index - nearby), index + nearby + 1).some((other) => timeIn(other) === time),
    );
  }

  /** "20 €" is not "20 € a month". */
  function saysPriceAlone(number: string): boolean {
    return source.units.some((unit, index) => {
      if (unit.kind !== "number" || unit.text !== number || !isPrice(source.units, index)) return false;
      const after = source.units.slice(index + 1, index + 1 + nearby);
      const next = after.findIndex(({ kind }) => kind === "number");
      return !after.slice(0, next < 0 ? nearby : next).some(isPeriod);
    });
  }

  function isPeriod(unit: Unit): boolean {
    return timeIn(unit) !== undefined && unit.kind === "word" && languages.every((one) => dateOf(unit.folded, one) === undefined);
  }

  /** "One day" is a number, and so is "a day" where the passage counts days. */
  function oneMayStay(folded: string, at: number): boolean {
    const isArticle = languages.includes("en") && (folded === "a" || folded === "an");
    if (!isArticle && !isOne(folded, languages)) return true;
    const next = units[at + 1];
    const time = timeIn(next);
    const currency = next?.kind === "word" && isCurrency(next.folded) ? next.folded : undefined;
    if (time === undefined && currency === undefined && next?.kind !== "sign") return true;
    return source.units.some((other, index) => {
      const isSame =
        time !== undefined ? timeIn(other) === time : next?.kind === "sign" ? isText(other, next.text) : isText(other, currency);
      const before = source.units[index - 1];
      if (!isSame) return false;
      if (isArticle) return !isCount(before);
      return before?.kind === "word" ? isOne(before.folded, languages) : before?.kind === "number" && before.text === "1";
    });
  }

  function isCount(unit: Unit | undefined): boolean {
    if (unit?.kind === "word") return languages.some((language) => isNumberWord(unit.folded, language));
    return unit?.kind === "number" && unit.text !== "1";
  }
}

function isPrice(units: readonly Unit[], at: number): boolean {
  return [units[at - 1], units[at + 1]].some(
    (unit) => (unit?.kind === "sign" && /\p{Sc}/u.test(unit.text)) || (unit?.kind === "word" && isCurrency(unit.folded)),
  );
}

function isText(unit: Unit, text: string | undefined): boolean {
  return (unit.kind === "word" ? unit.folded : unit.text) === text;
}

/** Numbers in a row are a phone number, or an account: a part of one, or parts of two, are neither. */
function runMayStay(units: readonly Unit[], at: number, source: Source): boolean {
  if (units[at - 1]?.kind === "number") return true;
  let end = at;
  while (units[end]?.kind === "number") end += 1;
  if (end - at < 2) return true;
  const isNumber = (index: number) => source.units[index]?.kind === "number";
  return source.units.some(
    (_, index) =>
      !isNumber(index - 1) &&
      !isNumber(index + end - at) &&
      units.slice(at, end).every((unit, offset) => {
        const other = source.units[index + offset];
        return other?.kind === "number" && unit.kind === "number" && other.text === unit.text;
      }),
  );
}

/** Who "your contact is" names is said by the word before the token, or by the one after a token that begins the sentence. */
function tokenMayStay(units: readonly Unit[], at: number, source: Source): boolean {
  const token = units[at];
  const [before, after] = neighbours(units, at, source);
  if (!before && !after) return true;
  return source.units.some((unit, index) => {
    if (unit.kind !== "token" || token?.kind !== "token" || unit.text !== token.text) return false;
    const [sourceBefore, sourceAfter] = neighbours(source.units, index, source);
    return before ? isAlike(before, sourceBefore, source) : isAlike(after, sourceAfter, source);
  });
}

function neighbours(units: readonly Unit[], at: number, { language }: Source): [Unit | undefined, Unit | undefined] {
  const says = (unit: Unit) => unit.kind !== "word" || isContent(unit, language);
  return [units.slice(0, at).findLast(says), units.slice(at + 1).find(says)];
}

function isAlike(one: Unit | undefined, other: Unit | undefined, { language }: Source): boolean {
  if (!one || !other) return false;
  if (one.kind !== "word" || other.kind !== "word") return isText(other, one.kind === "word" ? one.folded : one.text);
  const forms = formsOf(other, language);
  return formsOf(one, language).some((form) => forms.includes(form));
}
