import type { Child } from "hono/jsx";
import type { EntryProps } from "../blocks/entry-props";

/** A kind of entry with a look of its own. */
export interface Block {
  /** Undefined for content that can't be read as this block: it is shown as text then. */
  view(props: EntryProps): Child | undefined;
  style: string;
  /** How its content is written. */
  summary: string;
  /** `asset_…` stands for an asset's identifier. */
  example: string;
}
