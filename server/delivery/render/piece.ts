import { hash } from "node:crypto";
import { keptMarks, pieceMark } from "./marks";

/** Markup that many pages have in common: kept once, and in each of them only its mark. */
export interface Piece {
  hash: string;
  html: string;
  mark: string;
}

/** What is shorter is not worth a mark. */
const minLength = 256;
const marks = new RegExp(keptMarks.source, "g");

/** Markup without places to fill in, but for the marks of what is filled in when a page is served. */
export function toPieces(markup: string): (string | Piece)[] {
  const pieces: (string | Piece)[] = [];
  let end = 0;
  for (const { 0: mark, index } of markup.matchAll(marks)) {
    pieces.push(toPiece(markup.slice(end, index)), mark);
    end = index + mark.length;
  }
  return [...pieces, toPiece(markup.slice(end))];
}

function toPiece(html: string): string | Piece {
  if (html.length < minLength) return html;
  const name = hash("sha256", html, "base64url");
  return { hash: name, html, mark: pieceMark(name) };
}
