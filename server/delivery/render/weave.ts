import type { JSX } from "hono/jsx/jsx-runtime";
import { type Part, partsOf, type Token, type Values } from "../../tokens";

/** Markup with places left for what is personal. Made once for a page, filled in for each audience. */
export type Woven = readonly (string | Hole)[];

interface Hole {
  token: Token;
  /** In a text or an attribute, or a value in an address's query. */
  encode(value: string): string;
}

// Characters that no text has: they mark the places while the markup is made, which escapes everything else.
const open = "\ufdd0";
const close = "\ufdd1";
/** Stands for the page's own address, which is known when it is served: links can change after it was built. */
export const ownAddress = "\ufdd2";
/** Stands for what tells from which page a form was sent. */
export const pageToken = "\ufdd3";
const marks = /[\ufdd0-\ufdd3]/g;
const places = /\ufdd0(\d+)\ufdd1/;

/**
 * Weaves texts with tokens into markup. Every text of a page goes through `text`, every address through `url`; the
 * markup itself is JSX, which escapes them.
 */
export class Weave {
  readonly #holes: Hole[] = [];

  text(text: string): string {
    return this.#marked(partsOf(text), escapeHtml);
  }

  /** Undefined for an address that nobody should be sent to: the caller then shows no link. */
  url(address: string): string | undefined {
    const parts = partsOf(address);
    const fixed = parts.map((part) => (typeof part === "string" ? part : "")).join("");
    if (!isSafeAddress(fixed) || !onlyInQuery(parts)) return undefined;
    return this.#marked(parts, encodeURIComponent);
  }

  /** Neither is in the way of the next: one weave can be made of several. */
  woven(markup: JSX.Element | string): Woven {
    return String(markup)
      .split(places)
      .map((piece, index) => (index % 2 === 0 ? piece : (this.#holes[Number(piece)] as Hole)));
  }

  #marked(parts: readonly Part[], encode: Hole["encode"]): string {
    return parts
      .map((part) => {
        if (typeof part === "string") return part.replace(marks, "\ufffd");
        this.#holes.push({ token: part, encode });
        return `${open}${this.#holes.length - 1}${close}`;
      })
      .join("");
  }
}

export function fill(woven: Woven, values: Values): string {
  let html = "";
  for (const piece of woven) html += typeof piece === "string" ? piece : piece.encode(piece.token.fill(values));
  return html;
}

const allowedSchemes = new Set(["http", "https", "mailto", "tel"]);

/** Whatever a browser would make of it: nothing but a path of ours, or one of the schemes that can't act in our name. */
export function isSafeAddress(address: string): boolean {
  if (/[\u0000-\u0020\u007f-\u009f\s\\<>"`]/.test(address)) return false;
  const scheme = /^([^/?#]*?):/.exec(address)?.[1];
  return scheme === undefined || allowedSchemes.has(scheme.toLowerCase());
}

function onlyInQuery(parts: readonly Part[]): boolean {
  let before = "";
  for (const part of parts) {
    if (typeof part === "string") before += part;
    else if (!/\?[^#]*$/.test(before)) return false;
  }
  return true;
}

function escapeHtml(value: string): string {
  return /[&<>"']/.test(value) ? value.replace(/[&<>"']/g, (character) => entities[character] as string) : value;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
