import { hash } from "node:crypto";
import { fragmentPlaceholder, storedPlaceholders } from "./placeholders";

/** Markup that many pages share. It is stored once, by its hash; the pages hold a placeholder for it. */
export interface Fragment {
  hash: string;
  html: string;
  bytes: number;
  placeholder: string;
}

/** Shorter markup costs less when every page has its own copy. */
const minLength = 512;
const maxLength = 262_144;
/** 132 bits of a SHA-256: enough that no two contents ever share a name. */
const hashLength = 22;

/** The name of what is stored once for many pages. */
export function contentHash(text: string): string {
  return hash("sha256", text, "base64url").slice(0, hashLength);
}

/** Splits markup at its placeholders, since those are filled in anew each time a page is served. */
export function* eachFragment(markup: string): Generator<string | Fragment, void, undefined> {
  let end = 0;
  for (const { 0: placeholder, index } of markup.matchAll(storedPlaceholders)) {
    yield* inPieces(markup, end, index);
    yield placeholder;
    end = index + placeholder.length;
  }
  yield* inPieces(markup, end, markup.length);
}

/** The hash of a megabyte would hold up others for some milliseconds. */
function* inPieces(markup: string, start: number, end: number): Generator<string | Fragment, void, undefined> {
  for (let from = start; from < end; ) {
    let to = Math.min(from + maxLength, end);
    if (to < end && isFirstOfPair(markup.charCodeAt(to - 1))) to -= 1;
    yield toFragment(markup.slice(from, to));
    from = to;
  }
}

/** Letters beyond the first 65,536 are pairs, which stay together. */
function isFirstOfPair(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function toFragment(html: string): string | Fragment {
  if (html.length < minLength) return html;
  const name = contentHash(html);
  return { hash: name, html, bytes: Buffer.byteLength(html), placeholder: fragmentPlaceholder(name) };
}
