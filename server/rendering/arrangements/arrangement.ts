import type { Child, FC } from "hono/jsx";
import type { Step } from "../blocks/actions";
import type { Phrases } from "../language/phrases";
import type { Weave } from "../templates/template";

/** What a page is made of, each to be put in its place. Those that differ between audiences are places themselves. */
export interface Parts {
  header: Child;
  hero: Child;
  cards: Child;
  topics: Child;
  /** Links to the topics. */
  contents: Child;
  actions: Child;
  forms: Child;
  ask: Child;
  footer: Child;
  /** Who it is from. */
  from: Child;
  words: Phrases;
}

export interface Arrangement {
  Body: FC<Parts>;
  Actions: FC<{ steps: readonly Step[]; weave: Weave; words: Phrases }>;
  style: string;
}
