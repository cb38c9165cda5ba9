import { withoutMarks } from "../answers/words/fold";
import { normalized } from "../texts/normalized";

/** Scripts in which no space stands between a name and the words beside it. Particles of Korean are joined to what they follow. */
const joinedScripts = ["Han", "Hira", "Kana", "Hangul", "Thai", "Lao", "Khmr", "Mymr"];
const joinedLetters = `[${joinedScripts.map((script) => `\\p{sc=${script}}`).join("")}\u30fc]`;
const joinedWord = new RegExp(`^${joinedLetters}+$`, "u");
/** Words of other scripts are apart from those, as in 我是Ada. */
const anyWord = new RegExp(`${joinedLetters}+|(?:(?!${joinedLetters})[\\p{L}\\p{N}])+`, "gu");

/** Letters that are not another one with a mark, as those who don't have them write them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

export const titles: ReadonlySet<string> = new Set(["dr", "prof", "mr", "mrs", "ms", "jr", "sr", "ii", "iii", "phd"]);

/** The words of a name, or of a text in which a name is looked for: case and marks make no difference. */
export function nameWords(text: string): string[] {
  // Syllables of Korean are put together again: none of them is a part of another.
  const plain = normalized(withoutMarks(text), "NFC").toLowerCase();
  return plain.replace(/[ßøłđðþæœı]/g, (letter) => plainLetters[letter] ?? letter).match(anyWord) ?? [];
}

/** Whether other words may be joined to this one. */
export function isJoined(word: string): boolean {
  return joinedWord.test(word);
}
