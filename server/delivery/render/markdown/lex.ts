import { Lexer, type Token, type TokensList } from "marked";

/** Longer ones take a time that grows with their square. */
const maxLineLength = 10_000;
/** Without an empty one between them; beyond this they take a time that grows with their square too. */
const maxLinesTogether = 2_000;
/** What quotes take grows with the square of their lines. */
const maxQuotedLines = 1_000;
/** Of lists in lists, quotes in quotes, emphasis in emphasis. */
const maxDepth = 16;
/** Characters looked at, all levels together, for each one that there is. */
const maxWork = 40;
/** Characters times signs of one paragraph. */
const maxInlineWork = 4_000_000;

/** Null for what would take too long, or is nested beyond what anybody wrote by hand. */
export function lexed(text: string): Token[] | null {
  const lexer = new BoundedLexer(text.length);
  try {
    return lexer.lex(text);
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

class TooMuch extends Error {}

class BoundedLexer extends Lexer {
  #depth = 0;
  #work: number;

  constructor(length: number) {
    super({ gfm: true });
    this.#work = (length + 1_000) * maxWork;
  }

  override lex(text: string) {
    const lines = text.split("\n");
    if (lines.some((line) => line.length > maxLineLength)) throw new TooMuch();
    if (longestRun(lines) > maxLinesTogether) throw new TooMuch();
    if (lines.filter((line) => /^\s{0,3}>/.test(line)).length > maxQuotedLines) throw new TooMuch();
    return super.lex(text);
  }

  override blockTokens(text: string, tokens?: Token[], isClipped?: boolean): TokensList {
    return this.#deeper(text.length, () => super.blockTokens(text, tokens, isClipped)) as TokensList;
  }

  override inlineTokens(text: string, tokens?: Token[]): Token[] {
    const signs = text.match(/[*_~`[\]!<\\&:@]/g)?.length ?? 0;
    if (signs * text.length > maxInlineWork) throw new TooMuch();
    return this.#deeper(text.length, () => super.inlineTokens(text, tokens));
  }

  #deeper<Made>(work: number, make: () => Made): Made {
    this.#work -= work;
    if (this.#work < 0 || this.#depth === maxDepth) throw new TooMuch();
    this.#depth++;
    try {
      return make();
    } finally {
      this.#depth--;
    }
  }
}

function longestRun(lines: readonly string[]): number {
  let longest = 0;
  let run = 0;
  for (const line of lines) {
    run = line.trim() === "" ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}
