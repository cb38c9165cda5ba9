import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";

/** Longer ones take a time that grows with their square. */
const maxLineLength = 10_000;
/** In a list each takes its time, however short it is. */
const maxLines = 5_000;
/** Without an empty one between them; beyond this they take a time that grows with their square too. */
const maxLinesTogether = 2_000;
/** What quotes take grows with the square of their lines. */
const maxQuotedLines = 1_000;
/** Of lists in lists, quotes in quotes, emphasis in emphasis. */
const maxDepth = 16;
/** Characters looked at, all levels together, for each one that there is; short texts may take that of a longer one. */
const maxWork = 40;
const minWorkedLength = 20_000;
/** What a block or a paragraph takes beside its characters, in those. */
const tokenWork = 150;
/** Characters times signs of one paragraph. */
const maxInlineWork = 4_000_000;
/** How many times a paragraph is gone through for a bracket that is never closed. */
const looseBracketWork = 4;
/** Of a heading that is underlined. The library looks for the line under it from every line of an item anew. */
const maxUnderlinedLength = 1_000;
/** How many times as long as finding the line it takes to see that nothing stands in between. */
const underlinedWork = 20;

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
    super({ gfm: true, tokenizer: new BoundedTokenizer((work) => this.#spend(work)) });
    this.#work = Math.max(length, minWorkedLength) * maxWork;
  }

  override lex(text: string) {
    const lines = text.split("\n");
    if (lines.length > maxLines) throw new TooMuch();
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
    return this.#deeper(text.length * (1 + looseSigns(text)), () => super.inlineTokens(text, tokens));
  }

  #deeper<Made>(work: number, make: () => Made): Made {
    this.#spend(work + tokenWork);
    if (this.#depth === maxDepth) throw new TooMuch();
    this.#depth++;
    try {
      return make();
    } finally {
      this.#depth--;
    }
  }

  #spend(work: number): void {
    this.#work -= work;
    if (this.#work < 0) throw new TooMuch();
  }
}

class BoundedTokenizer extends Tokenizer {
  constructor(readonly spend: (work: number) => void) {
    super();
  }

  /** The library's own pattern goes through all that follows; here it sees no more than could be a heading. */
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

/** Each of them is looked for an end through the rest of a paragraph; a bracket without one costs most. */
function looseSigns(text: string): number {
  const brackets = count(text, "[") - count(text, "](");
  return Math.max(brackets, 0) * looseBracketWork + (text.match(/[*_~]/g)?.length ?? 0) / 2;
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
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
