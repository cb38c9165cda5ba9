import { mapped, type Steps } from "../../event-loop/steps";

/** The text in one line, with a full stop unless it ends with a mark of its own. */
export function sentence(text: string): string {
  const line = withoutLinks(text).replace(/\s+/g, " ").trim();
  return line === "" || /[.!?…:;。！？؟۔]["'”“»’)]?$/.test(line) ? line : `${line}.`;
}

/** One line of sentences. */
export function* sentences(texts: readonly string[]): Steps<string> {
  return (yield* mapped(texts, sentence)).filter(Boolean).join(" ");
}

/** The parts that are not blank, with commas between them. */
export function commaSeparated(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(", ");
}

/** Links and images of Markdown become their texts. An image may be the text of a link, hence twice. */
export function withoutLinks(text: string): string {
  return text.includes("](") ? text.replace(links, "$1").replace(links, "$1") : text;
}

/** Brackets in the text, and parentheses in the address, may be nested once. */
const links = /!?\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g;
