import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";

// The library's time can grow with the square of a text, so unusual texts are refused before or while they are lexed.
const maxLineLength = 10_000;
const maxLines = 5_000;
/** Consecutive lines without a blank one. */
const maxRunLines = 2_000;
const maxQuotedLines = 1_000;
/** Lists in lists, quotes in quotes, emphasis in emphasis. */
const maxDepth = 16;
/** Work is counted in characters looked at, on all levels together. This is the limit for each character of the text. */
const maxWorkPerCharacter = 40;
/** Shorter texts may take as much work as one of this length. */
const minBudgetedLength = 20_000;
/** The fixed work for a block or a paragraph. */
const tokenWork = 150;
/** The length of a paragraph times its number of special characters. */
const maxInlineWork = 4_000_000;
/** How often a paragraph is scanned for a bracket that is never closed. */
const openBracketWork = 4;
/** For a heading underlined with `===` or `---`. */
const maxUnderlinedLength = 1_000;
/** Matching an underlined heading takes this many times as long as finding its underline. */
const underlinedWork = 20;

/** Null for a text that would take too long or is nested too deeply. */
export function lexMarkdown(text: string): Token[] | null {
  return withinLimits(() => new BoundedLexer(text.length).lex(text));
}

/** One line, without lists, headings and other blocks. Null as above. */
export function lexInline(text: string): Token[] | null {
  if (text.length > maxLineLength) return null;
  return withinLimits(() => new BoundedLexer(text.length).inlineTokens(text));
}

function withinLimits<Lexed>(lex: () => Lexed): Lexed | null {
  try {
    return lex();
  } catch (error) {
    if (error instanceof LimitExceeded) return null;
    throw error;
  }
}

class LimitExceeded extends Error {}

class BoundedLexer extends Lexer {
  #depth = 0;
  #workLeft: number;

  constructor(length: number) {
    super({ gfm: true, tokenizer: new BoundedTokenizer((work) => this.#spend(work)) });
    this.#workLeft = Math.max(length, minBudgetedLength) * maxWorkPerCharacter;
  }

  override lex(text: string) {
    const lines = text.split("\n");
    if (lines.length > maxLines) throw new LimitExceeded();
    if (lines.some((line) => line.length > maxLineLength)) throw new LimitExceeded();
    if (longestRun(lines) > maxRunLines) throw new LimitExceeded();
    if (lines.filter((line) => /^\s{0,3}>/.test(line)).length > maxQuotedLines) throw new LimitExceeded();
    return super.lex(text);
  }

  override blockTokens(text: string, tokens?: Token[], isClipped?: boolean): TokensList {
    return this.#nested(text.length, () => super.blockTokens(text, tokens, isClipped)) as TokensList;
  }

  override inlineTokens(text: string, tokens?: Token[]): Token[] {
    const specials = text.match(/[*_~`[\]!<\\&:@]/g)?.length ?? 0;
    if (specials * text.length > maxInlineWork) throw new LimitExceeded();
    return this.#nested(text.length * (1 + unclosedWork(text)), () => super.inlineTokens(text, tokens));
  }

  #nested<Result>(work: number, lex: () => Result): Result {
    this.#spend(work + tokenWork);
    if (this.#depth === maxDepth) throw new LimitExceeded();
    this.#depth++;
    try {
      return lex();
    } finally {
      this.#depth--;
    }
  }

  #spend(work: number): void {
    this.#workLeft -= work;
    if (this.#workLeft < 0) throw new LimitExceeded();
  }
}

class BoundedTokenizer extends Tokenizer {
  constructor(readonly spend: (work: number) => void) {
    super();
  }

  /** The library's own pattern would scan all of the remaining text. Here it sees at most one heading. */
  override lheading(text: string): Tokens.Heading | undefined {
    const near = text.length <= maxUnderlinedLength ? text : text.slice(0, text.lastIndexOf("\n", maxUnderlinedLength) + 1);
    const found = /\n(?: {0,3}(?:=+|-+)[ \t]*(?:\n|$)|[ \t]*\n)/.exec(near);
    this.spend(found ? found.index : near.length);
    if (!found || /^\s*$/.test(found[0])) return undefined;
    const heading = near.slice(0, found.index + found[0].length);
    this.spend(heading.length * underlinedWork);
    return super.lheading(heading);
  }
}

/** How often the library scans a paragraph for closing characters. An unclosed bracket costs most. */
function unclosedWork(text: string): number {
  const brackets = count(text, "[") - count(text, "](");
  return Math.max(brackets, 0) * openBracketWork + (text.match(/[*_~]/g)?.length ?? 0) / 2;
}

function count(text: string, searched: string): number {
  return text.split(searched).length - 1;
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
