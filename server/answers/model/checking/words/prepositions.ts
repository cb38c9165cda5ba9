import type { Language } from "../../../../rendering/language/phrases";
import { withoutMarks } from "../../../words/fold";

/**
 * Words before what a sentence says of persons, places, means and moments. None that stand before verbs as well, as "to" does. In
 * Arabic and Hebrew, every word must be in the passage.
 */
const lists: Readonly<Record<Language, string>> = {
  en: "for in at on from with by of into via through during under between against about per near after before since",
  de: "für in im an am auf aus bei beim mit von vom zum zur durch gegen über unter zwischen während wegen nach vor seit",
  fr: "pour dans en au aux avec par chez sur sous entre contre pendant depuis vers après avant",
  es: "para en con por sobre entre contra desde hacia durante al después tras antes",
  it: "per in con su tra fra da dal dalla nel nella nei sul sulla al allo alla ai alle durante verso presso contro dopo prima",
  nl: "voor in op met bij door van uit naar tussen tegen tijdens via per na sinds",
  pt: "para em no na nos nas com por pelo pela sobre entre contra desde durante ao aos após depois antes",
  ar: "",
  he: "",
};

const sets = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(" ").map((word) => withoutMarks(word)))]),
);

export function isPreposition(folded: string, language: Language): boolean {
  return sets.get(language)?.has(folded) === true;
}
