import { Problem } from "../../records/problem";
import type { Token, Values } from "../tokens";
import type { Piece } from "./fragment";

/** Twice what a page is made of: tokens can make much of little. */
const maxHtmlLength = 8 * 1_048_576;

/** A page is soon read whatever it is made of. */
const maxPieces = 64;

/** What a page is filled in with, and how much of that it can take; all of it is counted while it is made. */
export class Room {
  #left = maxHtmlLength;
  /** What it shares with other pages, by hash. */
  readonly pieces = new Map<string, string>();

  /** When it is full, the page is refused, or what is personal is left out of the rest of it. */
  constructor(
    readonly values: Values,
    readonly whenFull: "refuse" | "leave out",
  ) {}

  add(markup: string): void {
    this.#left -= markup.length;
    this.#isLeft();
  }

  /** What stands for it. */
  share({ hash, html, mark }: Piece): string {
    this.add(html);
    if (this.pieces.size >= maxPieces && !this.pieces.has(hash)) return html;
    this.pieces.set(hash, html);
    return mark;
  }

  filled(token: Token, encode: (value: string) => string): string {
    this.#left -= token.work(this.values);
    if (!this.#isLeft()) return "";
    const made = encode(token.fill(this.values));
    this.#left -= made.length;
    return this.#isLeft() ? made : "";
  }

  #isLeft(): boolean {
    if (this.#left >= 0) return true;
    if (this.whenFull === "leave out") return false;
    throw new Problem("page_too_large", { detail: `The page is longer than ${maxHtmlLength} characters when it is rendered` });
  }
}
