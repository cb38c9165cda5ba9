import type { Language } from "../../../rendering/language/phrases";
import { formsOf, isContent, type Source } from "./source";
import type { Unit } from "./units";
import { boundWordAt } from "./words/bound-words";
import { isPreposition } from "./words/prepositions";
import { timeOf } from "./words/time-words";

/**
 * Whether what follows each preposition is in the passage: "free within 30 days" is not "free for members within 30 days", and "after
 * delivery" not "after purchase". Times and their bounds have checks of their own.
 */
export function addsNoCircumstance(units: readonly Unit[], source: Source, languages: readonly Language[]): boolean {
  const isTelling = (unit: Unit, at: number) => unit.kind !== "word" || (isContent(unit, source.language) && !isOfBound(at));
  return units.every((unit, at) => {
    if (unit.kind !== "word" || !languages.some((language) => isPreposition(unit.folded, language))) return true;
    const next = units.find((other, index) => index > at && isTelling(other, index));
    if (next?.kind !== "word" || timeOf(next.folded, languages) !== undefined) return true;
    return formsOf(next, source.language).some((form) => source.forms.has(form));
  });

  /** Both words of "at most", too. */
  function isOfBound(at: number): boolean {
    return boundWordAt(units, at, languages) !== undefined || boundWordAt(units, at - 1, languages)?.end === at;
  }
}
