import type { Language } from "../../../rendering/language/phrases";
import { isStopWord } from "../../words/stop-words";
import { addsNoCircumstance } from "./adds-no-circumstance";
import { belongsToNeighbours } from "./belongs-to-neighbours";
import { keepsApart } from "./keeps-apart";
import { keepsBounds } from "./keeps-bounds";
import { keepsLimits } from "./keeps-limits";
import { keepsParts } from "./keeps-parts";
import { saysOneThing } from "./says-one-thing";
import { factOfPrice, formsOf, isContent, languageOf, type Source, type Statement, statementOf } from "./source";
import { type Unit, unitsIn, type WordUnit } from "./units";
import { isNegation, isNumberWord, negationsIn } from "./words/number-words";
import { free, priceOf } from "./words/price-words";
import { isCurrency } from "./words/time-words";

/** The share of a sentence that its passage must have word for word. The rest may be other words of the language. */
const minSupportedShare = 0.7;
/** What a number counts is at most this many units away from it. */
const nearby = 3;

/** Forms of address that have a capital in the middle of a sentence. */
const politePronouns = new Set("i sie ihr ihre ihren ihrem ihrer ihres ihnen u uw lei vous".split(" "));

/** A statement begins with one of these words only if it is a name. */
const firstNames = new Set(["will", "may"]);

/** Whether a passage says what a sentence says: nothing in the sentence may be a fact that the passage doesn't have. */
export function isSupported(sentence: string, source: Source): boolean {
  const { language } = source;
  const languages = [language, languageOf(sentence)];
  const units = unitsIn(sentence);
  const content = units.filter((unit) => unit.kind === "word").filter((word) => isContent(word, language));
  if (content.length === 0 || /[?؟]\s*$/.test(sentence)) return false;
  if (source.isForeign) return isVerbatim(units, source);
  if (units.some((unit) => unit.kind === "word" && addsPriceOrNegation(unit, source, languages))) return false;
  const firstWord = units.find((unit) => unit.kind === "word");
  if (
    units.some(
      (unit) => unit.kind === "word" && languages.some((one) => isNumberWord(unit.folded, one)) && !source.exact.has(unit.folded),
    )
  )
    return false;
  const isFact = (unit: Unit, at: number) =>
    unit.kind === "word"
      ? wordMayStay(unit, unit === firstWord, source)
      : source.exact.has(unit.text) && numberMayStay(units, at, source);
  if (!units.every(isFact) || content.some((unit) => isOpposite(unit, source))) return false;
  const supported = content.filter((unit) => has(unit, source)).length;
  if (supported / content.length < minSupportedShare) return false;
  return (
    addsNoCircumstance(units, source, languages) &&
    belongsToNeighbours(units, source, languages) &&
    keepsBounds(units, source, languages) &&
    saysTheSame(units, source, languages) &&
    belongsTogether(units, source) &&
    isFreeAsSaid(units, source) &&
    keepsApart(units, source, languages) &&
    keepsLimits(units, source) &&
    keepsParts(sentence, source) &&
    saysOneThing(sentence, source)
  );
}

/** Of a language that the check doesn't know, only a whole statement is certain to say what the passage says. */
function isVerbatim(units: readonly Unit[], { statements, language }: Source): boolean {
  const { spelling } = statementOf(units, language);
  return statements.some((statement) => statement.spelling === spelling);
}

/** A price in a word that the passage doesn't mean, or the "not" of another language. */
function addsPriceOrNegation({ folded }: WordUnit, { exact, units }: Source, languages: readonly Language[]): boolean {
  const price = priceOf(folded);
  if (price !== undefined) return !units.some((unit) => unit.kind === "word" && priceOf(unit.folded) === price);
  return (
    !exact.has(folded) &&
    negationsIn([folded]).size > 0 &&
    !languages.some((one) => isStopWord(folded, one) || isNegation(folded, one))
  );
}

function has(unit: WordUnit, { forms, language }: Source): boolean {
  return formsOf(unit, language).some((form) => forms.has(form));
}

/** Letters before a word that turn it into its opposite, in any of these languages. */
const opposites = ["un", "in", "im", "il", "ir", "dis", "non", "des", "on", "nicht"];
/** Shorter words are often others by chance: "inform" and "form". */
const minOppositeLength = 5;

/** "Unavailable" where the passage says "available", or the other way round. */
function isOpposite(unit: WordUnit, source: Source): boolean {
  const { forms, language } = source;
  if (unit.text.length < minOppositeLength || has(unit, source)) return false;
  const own = formsOf(unit, language);
  return opposites.some((prefix) => {
    const text = unit.text.slice(prefix.length);
    const isBare = unit.text.startsWith(prefix) && text.length >= minOppositeLength;
    return (
      own.some((form) => forms.has(prefix + form)) ||
      (isBare && has({ ...unit, text, folded: unit.folded.slice(prefix.length) }, source))
    );
  });
}

/** Names have capitals where the script has them. In other scripts any word may be one. */
function wordMayStay(unit: WordUnit, isFirst: boolean, source: Source): boolean {
  const { language, exact, capitalized } = source;
  if (/\p{N}/u.test(unit.text)) return exact.has(unit.folded);
  if (isFirst && firstNames.has(unit.folded)) return exact.has(unit.folded);
  if (!isContent(unit, language) && (isFirst || !unit.isCapitalized || politePronouns.has(unit.folded))) return true;
  if (!unit.isLatin) return has(unit, source);
  if (!unit.isCapitalized) return true;
  return isFirst ? has(unit, source) : formsOf(unit, language).some((form) => capitalized.has(form));
}

/** A number alone says nothing: 30 days are neither 30 hours nor 30 €. */
function numberMayStay(units: readonly Unit[], at: number, source: Source): boolean {
  const number = units[at];
  if (number?.kind !== "number") return true;
  const [before, next] = [units[at - 1], units[at + 1]];
  const companions: Unit[] = [];
  const isTelling = (word: WordUnit) => isContent(word, source.language) || (source.language === "en" && word.folded === "am");
  if (next && (next.kind === "sign" || (next.kind === "word" && isTelling(next)))) companions.push(next);
  if (before && (before.kind === "sign" || (before.kind === "word" && before.isCapitalized && at > 1))) companions.push(before);
  return source.units.some((unit, index) => {
    if (unit.kind !== "number" || unit.text !== number.text) return false;
    const around = source.units.slice(Math.max(0, index - nearby), index + nearby + 1);
    return companions.every((companion) => around.some((other) => isSame(companion, other, source)));
  });
}

function isSame(one: Unit, other: Unit, { language }: Source): boolean {
  if (one.kind !== "word" || other.kind !== "word") return one.kind === other.kind && one.text === other.text;
  const forms = formsOf(other, language);
  return formsOf(one, language).some((form) => forms.includes(form));
}

/**
 * The price of one thing is not that of another: a number must be in a statement about what the sentence names. One that names
 * nothing else, such as "It costs 20 €", may be about what is named elsewhere in the passage.
 */
function belongsTogether(units: readonly Unit[], { statements, capitalized, language }: Source): boolean {
  const said = statementOf(units, language);
  const names = said.names.filter((forms) => forms.some((form) => capitalized.has(form)));
  const isAbout = (statement: Statement) =>
    names.every((forms) => forms.some((form) => statement.forms.has(form))) ||
    statement.names.every((forms) => forms.some((form) => said.forms.has(form)));
  return units.every(
    (unit) => unit.kind !== "number" || statements.some((statement) => statement.forms.has(unit.text) && isAbout(statement)),
  );
}

/** "Free from 50 €" is not "free". */
function isFreeAsSaid(units: readonly Unit[], { statements, language }: Source): boolean {
  const isMoney = (form: string) => /^\p{Sc}$/u.test(form) || isCurrency(form);
  const hasMoney = ({ forms }: Statement) => [...forms].some(isMoney);
  const isFree = ({ facts }: Statement) => facts.has(factOfPrice(free));
  const said = statementOf(units, language);
  return !isFree(said) || hasMoney(said) || statements.some((statement) => isFree(statement) && !hasMoney(statement));
}

/** A "not" that the passage doesn't have, or that was left out, turns a sentence into its opposite. */
function saysTheSame(units: readonly Unit[], { statements, language }: Source, languages: readonly Language[]): boolean {
  const said = statementOf(units, language);
  const shared = statements.map(({ forms }) => [...said.forms].filter((form) => forms.has(form)).length);
  const most = Math.max(...shared);
  const isAlike = ({ negations, forms, nots }: Statement) => {
    const isWhole = [...forms].every((form) => said.forms.has(form));
    const hasItsNots = isWhole ? said.nots === nots : said.nots <= nots;
    return hasItsNots && languages.every((one) => negations.has(one) === said.negations.has(one));
  };
  return statements.some((statement, index) => shared[index] === most && isAlike(statement));
}
