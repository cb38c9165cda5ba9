import type { Steps } from "../../event-loop/steps";

/** A part of a block that is quoted by itself, unless it is too short or too long for that. */
export interface BlockText {
  heading?: string | undefined;
  /** Paragraphs, with blank lines between them. */
  body: string;
  /** Words that it is found by, and that are never shown. */
  alternatives?: readonly string[] | undefined;
}

/** Undefined for content that can't be read as the block. Tokens are placeholders already. */
export type BlockReader = (content: string) => Steps<BlockText[] | undefined>;

/** How many times as long as its content the text of a block may be: a table repeats the names of its columns in each row. */
export const maxGrowth = 20;
