import type { Language } from "../../../rendering/language/phrases";
import { type Source, statementOf } from "./source";
import type { Unit } from "./units";
import { boundWordAt } from "./words/bound-words";
import { type LimitKind, limitOf } from "./words/limit-words";
import { timeOf } from "./words/time-words";

/** A word such as "every" and its time are at most this many units apart: "tous les soirs". */
const nearby = 2;

/**
 * Whether "only", "if", "most" and the like are as in the statement that is most like the sentence, and in those that it repeats: "only
 * members may use the pool" is not "you may use the pool", and "most rooms" are not "all rooms".
 */
export function keepsLimits(units: readonly Unit[], { statements, language }: Source): boolean {
  const { forms } = statementOf(units, language);
  const said = limitsIn(units, language);
  const known = statements.map((statement) => ({
    limits: limitsIn(statement.units, language),
    shared: statement.content.filter((word) => word.some((form) => forms.has(form))).length,
    isRepeated: statement.content.length > 0 && statement.content.every((word) => word.some((form) => forms.has(form))),
  }));
  const most = Math.max(...known.map(({ shared }) => shared));
  const repeated = known.filter(({ isRepeated }) => isRepeated).flatMap(({ limits }) => limits);
  return known.some(({ limits, shared }) => shared === most && areKept([...limits, ...repeated], said));
}

/** A condition may be added, which says less, and "all" left out. */
function areKept(limits: readonly LimitKind[], said: readonly LimitKind[]): boolean {
  return (
    limits.every((kind) => kind === "all" || said.includes(kind)) && said.every((kind) => kind === "if" || limits.includes(kind))
  );
}

function limitsIn(units: readonly Unit[], language: Language): LimitKind[] {
  const isTime = (unit: Unit) => unit.kind === "word" && timeOf(unit.folded, [language]) !== undefined;
  return units.flatMap((unit, at) => {
    const kind = unit.kind === "word" ? limitOf(unit.folded, language) : undefined;
    const isOfTime = kind === "all" && units.slice(at + 1, at + 1 + nearby).some(isTime);
    // As in "at most" and "above all".
    const isOfBound = boundWordAt(units, at - 1, [language]) !== undefined;
    return kind === undefined || isOfTime || isOfBound ? [] : [kind];
  });
}
