import { normalized } from "../../../texts/normalized";

/** Tokens, addresses and tags say little about the subject of a text. */
const markup = /\{\{[^{}]*\}\}|\bhttps?:\/\/[^\s)\]>"']+|<[^<>]*>|&#?\w{1,12};/g;
const word = /[\p{L}\p{N}]+/gu;
/** Scripts without spaces: pairs of characters stand for words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{3,}/u;
/** So frequent in English that they would outweigh the subject when topics are few. */
const stopWords = new Set(
  "a about an and are as at be but by for from has have i in is it its not of on or our that the their they this to us was we were what who will with you your".split(
    " ",
  ),
);

/** Ignores case and accents. */
export function wordsOf(text: string): string[] {
  const plain = text.replace(markup, " ").toLowerCase();
  const isAscii = !/[^\u0000-\u007f]/.test(plain);
  const found =
    (isAscii
      ? plain.match(/[a-z0-9]+/g)
      : normalized(plain, "NFKD")
          .replace(/\p{M}+/gu, "")
          .match(word)) ?? [];
  const words = isAscii ? found : found.flatMap((one) => (unspaced.test(one) ? pairs(one) : one));
  return words.filter((one) => !stopWords.has(one));
}

function pairs(text: string): string[] {
  const letters = [...text];
  return letters.slice(1).map((letter, position) => `${letters[position]}${letter}`);
}
