import { Problem } from "../../records/problem";
import type { Token, TokenValues } from "../tokens";
import type { Fragment } from "./fragment";

/** Twice the size of the largest document: filters can turn short texts into long ones. */
const maxHtmlBytes = 8 * 1_048_576;

/** Bounds what one page has to look up when it is served. */
const maxFragments = 64;

/** One rendering of a page: the values for its tokens, the fragments it shares, and how much larger it may become. */
export class RenderContext {
  #bytesLeft = maxHtmlBytes;
  readonly fragments = new Map<string, string>();

  /** A page that becomes too large is refused, or its remaining tokens are left out. */
  constructor(
    readonly values: TokenValues,
    readonly whenTooLarge: "refuse" | "leave out",
  ) {}

  count(markup: string): void {
    this.#bytesLeft -= Buffer.byteLength(markup);
    this.#hasRoom();
  }

  /** Returns what stands for the fragment in the page. */
  share({ hash, html, bytes, placeholder }: Fragment): string {
    this.#bytesLeft -= bytes;
    this.#hasRoom();
    if (this.fragments.size >= maxFragments && !this.fragments.has(hash)) return html;
    this.fragments.set(hash, html);
    return placeholder;
  }

  fillToken(token: Token, encode: (value: string) => string): string {
    this.#bytesLeft -= token.work(this.values);
    if (!this.#hasRoom()) return "";
    const filled = encode(token.fill(this.values));
    this.#bytesLeft -= Buffer.byteLength(filled);
    return this.#hasRoom() ? filled : "";
  }

  #hasRoom(): boolean {
    if (this.#bytesLeft >= 0) return true;
    if (this.whenTooLarge === "leave out") return false;
    throw new Problem("page_too_large", { detail: `The page is larger than ${maxHtmlBytes} bytes when it is rendered` });
  }
}
