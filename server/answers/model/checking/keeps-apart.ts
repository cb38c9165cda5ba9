import type { Language } from "../../../rendering/language/phrases";
import { formsOf, isContent, type Source, type Statement, statementOf } from "./source";
import type { Unit } from "./units";

/**
 * Whether a sentence joins nothing that its passage says separately. Each of its words must be in a statement of the passage that
 * has one of the sentence's numbers or days, or none at all. If the sentence has no "not", each word must also be in a statement
 * without one.
 */
export function keepsApart(units: readonly Unit[], { statements, language }: Source, languages: readonly Language[]): boolean {
  const said = statementOf(units, language);
  const isNegated = ({ negations }: Statement) => languages.some((one) => negations.has(one));
  const agreesInFacts = ({ facts }: Statement) => facts.size === 0 || [...facts].some((fact) => said.facts.has(fact));
  return units.every((unit) => {
    if (unit.kind !== "word" || !isContent(unit, language)) return true;
    const forms = formsOf(unit, language);
    const about = statements.filter((statement) => forms.some((form) => statement.forms.has(form)));
    if (about.length === 0) return true;
    // Of a sentence with a "not", the statement that it is most like decides.
    if (!isNegated(said) && about.every(isNegated)) return false;
    return said.facts.size === 0 || about.some(agreesInFacts);
  });
}
