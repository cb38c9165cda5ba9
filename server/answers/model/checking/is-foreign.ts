import { spokenLanguages } from "../../../../contract/pages/language";
import { evidenceIn } from "../../../rendering/language/evidence";
import type { Unit } from "./units";

/** So many words without a frequent one of any known language are in another. */
const minUnknownWords = 8;

/** Whether a passage is in a language whose "not", numbers and times are not known here. */
export function isForeign(passage: string, units: readonly Unit[]): boolean {
  const evidence = evidenceIn([passage]);
  const most = Math.max(...spokenLanguages.map((language) => evidence[language] ?? 0));
  const words = units.filter(({ kind }) => kind === "word");
  const others = words.filter(({ text }) => /[^\p{Script=Latin}\p{Script=Hebrew}\p{Script=Arabic}\p{M}\p{N}]/u.test(text));
  if (most === 0 && words.length >= minUnknownWords) return true;
  const other = evidence.other ?? 0;
  return (other > 0 && other >= most) || others.length > words.length / 2;
}
