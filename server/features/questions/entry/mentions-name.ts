import { isJoined, nameWords, titles } from "../../../erasure/name-words";
import { normalized } from "../../../texts/normalized";

/** Shorter parts in the middle of a name are "de", "la" or "al". Single letters are initials. */
const minLength = 3;
const minLengthAtEnds = 2;

/** Small words are written together with what follows them. */
const prefixedScripts = /^[\p{sc=Arab}\p{sc=Hebr}]+$/u;
/** Umlauts and their kin as those who don't have them write them. */
const spelledOut: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/**
 * Whether a text has a part of somebody's name. A part that is also an ordinary word counts: then the editor writes the question
 * anew.
 */
export function mentionsName(text: string, name: string): boolean {
  const words = spellingsOf(text).flatMap(nameWords);
  const joined = nameWords(text).join("");
  return spellingsOf(name).some((spelling) => {
    const parts = nameWords(spelling).filter((part) => !titles.has(part));
    const whole = parts.join("");
    if (whole.length > 1 && isJoined(whole) && joined.includes(whole)) return true;
    return parts.some((part, place) => hasPart(words, part, place === 0 || place === parts.length - 1));
  });
}

function hasPart(words: readonly string[], part: string, isAtEnd: boolean): boolean {
  if (isJoined(part)) return piecesOf(part).some((piece) => words.some((word) => word.includes(piece)));
  if (part.length < (isAtEnd ? minLengthAtEnds : minLength)) return false;
  return words.some((word) => word === part || (part.length >= minLength && prefixedScripts.test(part) && word.includes(part)));
}

/** First and last name are often one word, in Chinese, Japanese and Korean: any two letters of it may be one of them. */
function piecesOf(part: string): string[] {
  const pairs = Array.from(part.matchAll(/(?=(\p{sc=Han}{2}|\p{sc=Hangul}{2}))/gu), ([, pair]) => pair as string);
  return [...pairs, ...([...part].length > 1 ? [part] : [])];
}

function spellingsOf(text: string): string[] {
  return [text, normalized(text, "NFC").replace(/[äöüøå]/gi, (letter) => spelledOut[letter.toLowerCase()] ?? letter)];
}
