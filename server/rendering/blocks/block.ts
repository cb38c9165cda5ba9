import type { Child } from "hono/jsx";
import type { WrittenBlock } from "../../../contract/pages/blocks";
import type { EntryProps } from "../entries/entry-props";

/** A kind of entry with a look of its own. */
export interface Block extends WrittenBlock {
  /** Undefined for content that can't be read as this block: it is shown as text then. */
  view(props: EntryProps): Child | undefined;
  style: string;
}

/**
 * How many columns there may be besides one, so that none is alone in the last row: `halves` 4 or 2, `sixths` 3 or 2, `thirds` 3,
 * `fours` 4. In the styles, a missing width times 999 makes columns too wide for all but the fewest.
 */
export function columnsOf(count: number): "halves" | "sixths" | "thirds" | "fours" {
  if (count % 6 === 0) return "sixths";
  if (count % 2 === 0) return "halves";
  return count % 3 === 1 ? "fours" : "thirds";
}
