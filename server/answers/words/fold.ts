import { normalized } from "../../texts/normalized";

/** Case, width and ligatures make no difference. */
export function caseFolded(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : normalized(lower, "NFKC").replaceAll("ß", "ss");
}

/** Accents, and vowel points of Hebrew and Arabic. */
export function withoutMarks(word: string): string {
  return isAscii(word) ? word : normalized(word, "NFKD").replace(/\p{M}+/gu, "");
}

export function isAscii(text: string): boolean {
  return !/[^\u0000-\u007f]/.test(text);
}
