import { escapeHtml, placeholderEnd, placeholderStart } from "../../rendering";
import type { PieceOf } from "./fragments";
import { scratch } from "./scratch";
import type { SharedBytes } from "./shared-bytes";

/** Of a page: text of its own, or bytes that it has in common with others. */
export type Part = string | SharedBytes;

/** What is known of a page only when it is served. */
export interface ServedAs {
  /** The page's own, with which it names itself. */
  address: string;
  /** What its forms send along. */
  token: string;
}

/** A page as it was kept, with something in the place of every mark; undefined when there is a piece that is not known. */
export function filledIn(html: string, { address, token }: ServedAs, pieceOf: PieceOf): Part[] | undefined {
  const parts: Part[] = [];
  const escaped = escapeHtml(address);
  let from = 0;
  for (let start = html.indexOf(placeholderStart); start !== -1; start = html.indexOf(placeholderStart, from)) {
    const end = html.indexOf(placeholderEnd, start);
    const mark = html.slice(start + placeholderStart.length, end);
    const part = mark === "address" ? escaped : mark === "token" ? token : pieceOf(mark);
    if (part === undefined) return undefined;
    parts.push(html.slice(from, start), part);
    from = end + placeholderEnd.length;
  }
  parts.push(html.slice(from));
  return parts;
}

/** For as long as nothing else happens: an answer copies them when it is made. */
export function bytesOf(parts: readonly Part[]): Buffer<ArrayBuffer> {
  scratch.begin();
  for (const part of parts) {
    if (typeof part === "string") scratch.addText(part);
    else scratch.addBytes(part.bytes);
  }
  return scratch.end();
}
