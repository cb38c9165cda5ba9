import { normalized } from "../texts/normalized";

/** Parts of a word up to this length are terms; longer ones are found by their parts of this length. */
export const gramLength = 3;

/** Of a text, between two pauses. */
export const pieceLength = 2_048;

/** Around a label, so that it is neither taken for a word nor for part of a longer label. */
const labelMark = "\u0001";

/** What words are looked for in. */
export function searchableText(texts: readonly (string | null)[]): string {
  return texts.flatMap((text) => (text ? folded(text) : [])).join(" ");
}

/** Labels are for lists that are of one page or one type: words are not looked for in them. */
export function joinLabels(labels: readonly string[] = []): string {
  return labels.map(labelTerm).join(" ");
}

export function labelTerm(label: string): string {
  return labelMark + label + labelMark;
}

export function queryWords(query: string): string[] {
  return [...new Set(folded(query).split(" ").filter(Boolean))];
}

const plainText = /^[\x20-\x7e]*$/;

/** Equal for what differs in case, accents or form alone, with single spaces. */
export function folded(text: string): string {
  const isPlain = plainText.test(text);
  const lower = isPlain ? text.toLowerCase() : withoutAccents(normalized(text, "NFKD").toUpperCase().toLowerCase());
  return lower.replace(/[\s\u0001]+/g, " ").trim();
}

function withoutAccents(text: string): string {
  const plain = normalized(text, "NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .replaceAll("ς", "σ");
  return normalized(plain, "NFKC");
}

export function lettersOf(text: string): string | readonly string[] {
  return plainText.test(text) ? text : [...text];
}

export function gramAt(letters: string | readonly string[], at: number, length: number): string {
  const gram = letters.slice(at, at + length);
  return typeof gram === "string" ? gram : gram.join("");
}

/** A term. One of ASCII letters is their codes in one number: making a text of each would take as long as all the rest. */
export type TermKey = string | number;
const codeBits = 7;

function keyOf(term: string): TermKey {
  let key = 0;
  for (let at = term.length - 1; at >= 0; at -= 1) {
    const code = term.charCodeAt(at);
    if (code >> codeBits !== 0) return term;
    key = (key << codeBits) | code;
  }
  return key;
}

export function termOf(key: TermKey): string {
  if (typeof key === "string") return key;
  const codes: number[] = [];
  for (let rest = key; rest > 0; rest >>= codeBits) codes.push(rest & ((1 << codeBits) - 1));
  return String.fromCharCode(...codes);
}

type AddTerm = (term: TermKey, position: number) => void;

/**
 * Calls `add` for every label, and for every part of a word of one to three letters. Yields after each piece, so that the caller can
 * pause: some letters fold into eighteen, so a text can become far longer than it was given.
 */
export function* eachTerm(line: string, add: AddTerm): Generator<void, void, undefined> {
  const labelled = line.lastIndexOf(labelMark) + 1;
  for (const label of line.slice(0, labelled).split(" ")) if (label !== "") add(label, 0);
  const letters = lettersOf(textOfLine(line));
  for (let from = 0; from < letters.length; from += pieceLength) {
    const to = Math.min(from + pieceLength, letters.length);
    if (typeof letters === "string") addPlainTerms(letters, from, to, add);
    else addTerms(letters, from, to, add);
    yield;
  }
}

function addTerms(letters: readonly string[], from: number, to: number, add: AddTerm): void {
  for (let at = from; at < to; at += 1) {
    for (let length = 1; length <= gramLength && at + length <= letters.length; length += 1) {
      if (letters[at + length - 1] === " ") break;
      add(keyOf(gramAt(letters, at, length)), at);
    }
  }
}

const space = 32;

function addPlainTerms(letters: string, from: number, to: number, add: AddTerm): void {
  for (let at = from; at < to; at += 1) {
    let key = 0;
    for (let length = 0; length < gramLength && at + length < letters.length; length += 1) {
      const code = letters.charCodeAt(at + length);
      if (code === space) break;
      key |= code << (length * codeBits);
      add(key, at);
    }
  }
}

/** A record as its block has it. */
export function lineOf({ labels, text }: { labels: string; text: string }): string {
  return labels === "" ? text : `${labels} ${text}`;
}

/** The other way round. */
export function textOfLine(line: string): string {
  return line.slice(line.lastIndexOf(labelMark) + 1);
}

/** Whether a term is kept with positions. */
export function hasPositions(term: string): boolean {
  return !term.startsWith(labelMark) && lettersOf(term).length === gramLength;
}
