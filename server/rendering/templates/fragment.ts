import { hash } from "node:crypto";
import { keptMarks, pieceMark } from "./placeholders";

/** Markup that many pages have in common: kept once, and in each of them only its mark. */
export interface Piece {
  hash: string;
  html: string;
  mark: string;
}

/** What is shorter is not worth a mark, and a copy of its own with every answer. */
const minLength = 512;
/** Of a hash of 256 bits: no two pieces will ever have half of it in common. */
const nameLength = 22;

/** Markup without places to fill in, but for the marks of what is filled in when a page is served. */
export function toPieces(markup: string): (string | Piece)[] {
  const pieces: (string | Piece)[] = [];
  let end = 0;
  for (const { 0: mark, index } of markup.matchAll(keptMarks)) {
    pieces.push(toPiece(markup.slice(end, index)), mark);
    end = index + mark.length;
  }
  return [...pieces, toPiece(markup.slice(end))];
}

function toPiece(html: string): string | Piece {
  if (html.length < minLength) return html;
  const name = hash("sha256", html, "base64url").slice(0, nameLength);
  return { hash: name, html, mark: pieceMark(name) };
}
