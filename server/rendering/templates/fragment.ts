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
/** 132 bits of a SHA-256: enough that no two contents ever share a name. */
const hashLength = 22;

/** The name of what is stored once for many pages. */
export function contentHash(text: string): string {
  return hash("sha256", text, "base64url").slice(0, hashLength);
}

/** Splits markup at its placeholders, since those are filled in anew each time a page is served. */
export function toFragments(markup: string): (string | Fragment)[] {
  const fragments: (string | Fragment)[] = [];
  let end = 0;
  for (const { 0: placeholder, index } of markup.matchAll(storedPlaceholders)) {
    fragments.push(toFragment(markup.slice(end, index)), placeholder);
    end = index + placeholder.length;
  }
  return [...fragments, toFragment(markup.slice(end))];
}

function toFragment(html: string): string | Fragment {
  if (html.length < minLength) return html;
  const name = contentHash(html);
  return { hash: name, html, bytes: Buffer.byteLength(html), placeholder: fragmentPlaceholder(name) };
}
