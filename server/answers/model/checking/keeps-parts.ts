import type { Language } from "../../../rendering/language/phrases";
import { factOfDate, factOfPrice, formsOf, isContent, type Source, statementOf } from "./source";
import { type Unit, unitsIn } from "./units";
import { joints } from "./words/joints";
import { isNumberWord } from "./words/number-words";
import { priceOf } from "./words/price-words";
import { dateOf, isCurrency, timeOf } from "./words/time-words";

/** A part of a statement that has a number or a time of its own: "Basic costs 10 €" and "Pro 25 €". */
interface Part {
  numbers: ReadonlySet<string>;
  words: readonly PartWord[];
}

/** A word that carries what a part says. */
interface PartWord {
  forms: readonly string[];
  /** As "day" and "month" are. */
  isTime: boolean;
  /** Of "Monday" and "May", as the facts of a statement have it. */
  date?: string | undefined;
}

/** Of a longer list, the passage itself is shown. */
const maxParts = 24;

/**
 * Whether each number is about what its own part of a statement is about: of "Breakfast costs 19 € for adults and 9 € for children",
 * neither price is the other's. The statement that is most like the sentence decides.
 */
export function keepsParts(sentence: string, { statements, language }: Source): boolean {
  const { said, rest } = partsIn(sentence, language);
  const last = said.pop();
  const all = last ? [...said, { numbers: last.numbers, words: [...last.words, ...rest] }] : [];
  if (all.length > maxParts) return false;
  const { forms } = statementOf(unitsIn(sentence), language);
  const known = new Map<string, Part[]>();
  const partsOf = (statement: string) => {
    const parts = known.get(statement) ?? partsIn(statement, language).said;
    known.set(statement, parts);
    return parts;
  };
  return all.every((part) => {
    if (part.numbers.size === 0) return true;
    const facts = [...part.numbers, ...part.words.flatMap(({ date }) => date ?? [])];
    const about = statements.filter((statement) => facts.every((fact) => statement.facts.has(fact)));
    if (about.length === 0) return false;
    const shared = about.map((statement) => [...forms].filter((form) => statement.forms.has(form)).length);
    const most = Math.max(...shared);
    return about.some((statement, at) => shared[at] === most && isOfItsPart(part, partsOf(statement.sentence)));
  });
}

/** A later part leaves out what it shares with an earlier one. What it says itself must be repeated as a whole. */
function isOfItsPart({ numbers, words }: Part, parts: readonly Part[]): boolean {
  if (parts.length > maxParts) return false;
  const count = (part: Part) => [...numbers].filter((number) => part.numbers.has(number)).length;
  const most = Math.max(...parts.map(count));
  const isOwn = (part: Part) => count(part) > 0 && (most < numbers.size || count(part) === most);
  const [own, others] = [parts.filter(isOwn), parts.filter((part) => !isOwn(part))];
  const foreign = words.filter((word) => !isIn(own, word) && isIn(others, word));
  if (foreign.length === 0) return true;
  const earlier = parts.slice(0, parts.findLastIndex(isOwn));
  if (foreign.some((word) => !isIn(earlier, word))) return false;
  return own.some((part) => {
    const telling = part.words.filter((word) => !isIn(others, word));
    const subjects = telling.filter(({ isTime }) => !isTime);
    return telling.length > 0 && (subjects.length > 0 ? subjects : telling).every((word) => isIn([{ numbers, words }], word));
  });
}

function isIn(parts: readonly Part[], { forms }: PartWord): boolean {
  return parts.some(({ words }) => words.some((word) => word.forms.some((form) => forms.includes(form))));
}

/** What stands before a number or time belongs to it, and `rest` is what comes after the last one and another joint. */
function partsIn(sentence: string, language: Language): { said: Part[]; rest: PartWord[] } {
  const said: Part[] = [];
  let words: PartWord[] = [];
  for (const piece of sentence.split(joints.get(language) as RegExp)) {
    const numbers = new Set<string>();
    let hasTime = false;
    for (const unit of unitsIn(piece)) {
      const number = numberIn(unit, language);
      if (number !== undefined) numbers.add(number);
      if (number !== undefined || unit.kind !== "word" || isCurrency(unit.folded)) continue;
      const date = dateOf(unit.folded, language);
      const time = date === undefined ? timeOf(unit.folded, [language]) : undefined;
      if (time !== undefined) hasTime = true;
      if (time !== undefined) words.push({ forms: [`time ${time}`], isTime: true });
      else if (isContent(unit, language))
        words.push({ forms: formsOf(unit, language), isTime: false, date: date === undefined ? undefined : factOfDate(date) });
    }
    if (numbers.size === 0 && !hasTime) continue;
    said.push({ numbers, words });
    words = [];
  }
  return { said, rest: words };
}

/** As the facts of a statement have it. */
function numberIn(unit: Unit, language: Language): string | undefined {
  if (unit.kind === "number") return unit.text;
  if (unit.kind !== "word") return undefined;
  const price = priceOf(unit.folded);
  if (price !== undefined) return factOfPrice(price);
  return isNumberWord(unit.folded, language) ? unit.folded : undefined;
}
