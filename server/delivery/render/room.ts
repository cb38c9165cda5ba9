import { Problem } from "../../problem";
import type { Token, Values } from "../../tokens";

/** Twice what a page is made of: tokens can make much of little. */
const maxHtmlLength = 8 * 1_048_576;

/** What a page is filled in with, and how much of that it can take; all of it is counted while it is made. */
export class Room {
  #left = maxHtmlLength;

  /** When it is full, the page is refused, or what is personal is left out of the rest of it. */
  constructor(
    readonly values: Values,
    readonly whenFull: "refuse" | "leave out",
  ) {}

  add(markup: string): void {
    this.#left -= markup.length;
    this.#isLeft();
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
