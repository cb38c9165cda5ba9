import type { Child, FC } from "hono/jsx";
import type { ImageWidths } from "../images";
import type { Phrases } from "../language/phrases";
import type { ActionLink } from "../sections/actions";
import type { TemplateBuilder } from "../templates/template-builder";

/** The parts of a page, for an arrangement to put in order. Those that differ between audiences are placeholders. */
interface LayoutProps {
  header: Child;
  hero: Child;
  /** The day and the salutation of a letter. */
  date: Child;
  greeting: Child;
  cards: Child;
  topics: Child;
  /** The table of contents: links to the topics. */
  contents: Child;
  actions: Child;
  /** The main action once more, for the end of a page. */
  closing: Child;
  /** The words of the first heading. */
  title: Child;
  forms: Child;
  ask: Child;
  footer: Child;
  /** The sender, as at the end of a letter. */
  from: Child;
  phrases: Phrases;
}

export interface Arrangement {
  Body: FC<LayoutProps>;
  Actions: FC<{ links: readonly ActionLink[]; builder: TemplateBuilder; phrases: Phrases }>;
  style: string;
  widths: ImageWidths;
}
