import { mainAction, type PageDocument, pageLanguage, phrasesOf } from "../../rendering";
import type { Notice } from "./notices";

/** Thanks in the language of the page, with its main action to go on with. */
export function thanksFor(document: PageDocument): Pick<Notice, "title" | "text" | "next" | "language"> {
  const language = pageLanguage(document);
  const { thanks, passedOn } = phrasesOf(language);
  const next = mainAction(document);
  return { title: thanks, text: passedOn, language, ...(next && { next }) };
}
