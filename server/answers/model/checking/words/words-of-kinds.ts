import type { Language } from "../../../../rendering/language/phrases";
import { withoutMarks } from "../../../words/fold";

/** Each language's words by their kind. A list has them in the order of the kinds, with "|" between two kinds. */
export function wordsOfKinds<Kind extends string>(
  kinds: readonly Kind[],
  lists: Readonly<Record<Language, string>>,
): ReadonlyMap<string, ReadonlyMap<string, Kind>> {
  return new Map(Object.entries(lists).map(([language, list]) => [language, new Map(list.split("|").flatMap(ofKind))]));

  function ofKind(words: string, at: number): [word: string, kind: Kind][] {
    return words.split(" ").map((word) => [withoutMarks(word.replace("ß", "ss")), kinds[at] as Kind]);
  }
}
