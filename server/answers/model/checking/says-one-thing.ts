import type { Language } from "../../../rendering/language/phrases";
import { isAbbreviated } from "./is-abbreviated";
import { contentOf, type Source } from "./source";
import { type Unit, unitsIn } from "./units";
import { joints } from "./words/joints";

/** Of a longer list, the passage itself is shown. */
const maxParts = 24;

/** A statement that begins with one of these goes on about what the one before it names. */
const continuing: Readonly<Record<Language, string>> = {
  en: "it its they their this these that those he his she her",
  de: "er es ihr ihre dies diese dieser dieses",
  fr: "il elle ils elles ce cela ceci cette ces",
  es: "este esta esto estos estas ese esa eso",
  it: "questo questa questi queste esso essa",
  nl: "hij zij ze dit deze",
  pt: "este esta isto esse essa isso ele ela eles elas",
  ar: "هو هي هم هذا هذه ذلك تلك",
  he: "הוא היא הם הן זה זו זאת אלה",
};
const continuingSets = new Map(Object.entries(continuing).map(([language, words]) => [language, new Set(words.split(" "))]));

/** What a statement says, with what it goes on about. */
interface Claim {
  forms: ReadonlySet<string>;
  /** Its own words, each in all its forms. */
  own: readonly (readonly string[])[];
  /** Nothing of what it goes on about may be said without what it says itself. */
  isContinuing: boolean;
}

/**
 * Whether a sentence joins no words of different statements: of "Members may use the pool. Guests may use the sauna", they would
 * say that guests may use the pool. Its words are all in one statement, or each of its parts repeats a whole one. Words of a question
 * alone say nothing: "Only on the terrace" is no "you may smoke".
 */
export function saysOneThing(sentence: string, source: Source): boolean {
  const { language } = source;
  const claims = claimsIn(source, sentence);
  const known = new Set(claims.flatMap(({ forms }) => [...forms]));
  const parts = sentence
    .split(joints.get(language) as RegExp)
    .map((part) => contentOf(unitsIn(part), language).filter((forms) => forms.some((form) => known.has(form))))
    .filter((words) => words.length > 0);
  if (parts.length === 0 || parts.length > maxParts) return false;
  const isSaid = ({ forms, own, isContinuing }: Claim, words: Claim["own"], mustBeWhole: boolean) => {
    if (!words.every((word) => isAmong(word, forms))) return false;
    const said = new Set(words.flat());
    return (!mustBeWhole && !isContinuing) || own.every((word) => isAmong(word, said));
  };
  for (let start = 0, end = 0; start < parts.length; start = end) {
    const isGroup = (until: number) => {
      const isPart = start > 0 || until < parts.length;
      const words = parts.slice(start, until).flat();
      return claims.some((claim) => isSaid(claim, words, isPart));
    };
    end = parts.length;
    while (end > start && !isGroup(end)) end -= 1;
    if (end === start) return false;
  }
  return true;
}

function isAmong(word: readonly string[], forms: ReadonlySet<string>): boolean {
  return word.some((form) => forms.has(form));
}

/** Words that are in a heading alone may stand anywhere, as those of a question may. */
function claimsIn({ statements, language }: Source, said: string): Claim[] {
  const [first, ...others] = statements;
  const isHeading = first !== undefined && others.length > 0 && !/[.!…:]["'”»)]?\s*$/.test(first.sentence);
  const claims: Claim[] = [];
  let introduction: Claim | undefined;
  let last = "";
  for (const { sentence, units, forms, content } of isHeading ? others : statements) {
    const before = claims.at(-1);
    const about = goesOn(units, language) ? before : introduction;
    claims.push({ forms, own: content, isContinuing: false });
    if (before && isAbbreviated(last, sentence, said))
      claims.push({ ...before, forms: new Set([...before.forms, ...forms]), own: [...before.own, ...content] });
    else if (about) claims.push({ forms: new Set([...about.forms, ...forms]), own: content, isContinuing: true });
    if (/:\s*$/.test(sentence)) introduction = claims.at(-1);
    last = sentence;
  }
  return claims;
}

function goesOn([first]: readonly Unit[], language: Language): boolean {
  return first?.kind === "word" && continuingSets.get(language)?.has(first.folded) === true;
}
