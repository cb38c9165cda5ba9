import { maxSearchWords } from "../../../../contract/pages/assets";
import { Problem } from "../../../records/problem";
import { folded } from "../../../search/text";

const maxWordLength = 64;

/** Runs of letters and digits; a query without any asks for its signs as they are. */
export function checkedWords(query: string): string[] {
  const text = folded(query);
  const words = [...new Set(text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? text.split(" ").filter(Boolean))];
  if (words.length > maxSearchWords) throw refused(`must have at most ${maxSearchWords} different words`);
  if (words.some((word) => [...word].length > maxWordLength)) {
    throw refused(`must have no word of more than ${maxWordLength} letters`);
  }
  return words;
}

function refused(message: string): Problem {
  return new Problem("validation_failed", { errors: [{ location: "query.query", code: "too_long", message }] });
}
