import type { JSX } from "hono/jsx/jsx-runtime";
import { isSafeUrl } from "../../../contract/fields";
import { type Part, partsOf, type Token } from "../tokens";
import { onlyInQuery } from "./addresses";
import { escapeHtml, escapeJson } from "./escape";
import { type Piece, toPieces } from "./fragment";
import { close, open, toKept, unmarked } from "./placeholders";
import type { Room } from "./render-budget";

/** Markup with places left for what is personal. Made once for a page, filled in for each audience. */
export type Woven = readonly (string | Piece | Hole)[];

/** Markup for places that are named and filled in as a whole; made only if there is such a place. */
export type Slots = Readonly<Record<string, string | (() => string)>>;

type Hole = (room: Room, slots: Slots) => string;

const places = /\ufdd0(\d+)\ufdd1/;

/**
 * Weaves texts with tokens into markup. Every text of a page goes through `text`, every address through `url`; the
 * markup itself is JSX, which escapes them.
 */
export class Weave {
  readonly #holes: Hole[] = [];
  readonly #parts: Part[] = [];

  /** What is filled in can be cleaned first. */
  constructor(readonly clean: (value: string) => string = asItIs) {}

  text(text: string): string {
    return this.#marked(partsOf(text), escapeHtml);
  }

  /** The first of these that is not empty when it is filled in. */
  firstOf(texts: readonly string[], encode = escapeHtml): string {
    const [parts = [], ...others] = texts
      .map(partsOf)
      .filter((some) => some.some((part) => typeof part !== "string" || isWord(part)));
    if (others.length === 0 || parts.some((part) => typeof part === "string" && isWord(part))) return this.#marked(parts, encode);
    const choices = [parts, ...others];
    return this.#hole("", (room) => {
      for (const some of choices) {
        const made = some.map((part) => (typeof part === "string" ? encode(unmarked(part)) : this.#fill(part, room, encode)));
        if (made.some(isWord)) return made.join("");
      }
      return "";
    });
  }

  /** Within a string of JSON. */
  json(text: string): string {
    return this.#marked(partsOf(text), escapeJson);
  }

  /** Undefined for an address that nobody should be sent to: the caller then shows no link. */
  url(address: string): string | undefined {
    return this.#address(partsOf(address));
  }

  /** The same for a piece of what `text` returned. */
  markedUrl(address: string): string | undefined {
    return this.#address(
      address.split(places).map((piece, index) => (index % 2 === 0 ? piece : (this.#parts[Number(piece)] as Part))),
    );
  }

  /** A place for markup that is made apart. */
  slot(name: string): string {
    return this.#hole("", (_, slots) => {
      const markup = slots[name] ?? "";
      return typeof markup === "string" ? markup : markup();
    });
  }

  /** Neither is in the way of the next: one weave can be made of several. */
  woven(markup: JSX.Element | string): Woven {
    return toKept(String(markup))
      .split(places)
      .map((piece, index) => (index % 2 === 0 ? piece : (this.#holes[Number(piece)] as Hole)))
      .filter((piece) => piece !== "");
  }

  /** The same of what all audiences of a page see. Not for what is one audience's: what is shared is never deleted. */
  shared(markup: JSX.Element | string): Woven {
    return this.woven(markup).flatMap((piece): Woven => (typeof piece === "string" ? toPieces(piece) : [piece]));
  }

  #address(parts: readonly Part[]): string | undefined {
    const fixed = parts.map((part) => (typeof part === "string" ? part : "")).join("");
    if (fixed === "" || !isSafeUrl(fixed) || !onlyInQuery(parts)) return undefined;
    return this.#marked(parts, encodeURIComponent);
  }

  #marked(parts: readonly Part[], encode: (value: string) => string): string {
    return parts
      .map((part) => {
        if (typeof part === "string") return unmarked(part);
        return this.#hole(part, (room) => this.#fill(part, room, encode));
      })
      .join("");
  }

  #fill(part: Token, room: Room, encode: (value: string) => string): string {
    return room.filled(part, (value) => encode(this.clean(unmarked(value))));
  }

  #hole(part: Part, hole: Hole): string {
    this.#parts.push(part);
    return `${open}${this.#holes.push(hole) - 1}${close}`;
  }
}

function asItIs(value: string): string {
  return value;
}

function isWord(text: string): boolean {
  return text.trim() !== "";
}

const noSlots: Slots = {};

/** All that is not a slot's own is counted. */
export function fill(woven: Woven, room: Room, slots: Slots = noSlots): string {
  let html = "";
  for (const piece of woven) {
    if (typeof piece === "function") html += piece(room, slots);
    else if (typeof piece === "object") html += room.share(piece);
    else {
      room.add(piece);
      html += piece;
    }
  }
  return html;
}
