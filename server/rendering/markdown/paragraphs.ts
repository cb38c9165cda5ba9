import { raw } from "hono/html";
import { escapeHtml } from "../templates/escape";

/** A text as it is: an empty line begins a paragraph, any other end of a line a line. In so many words: there can be many. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text
    .replace(/\r\n?/g, "\n")
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "");
  return raw(paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll("\n", "<br/>")}</p>`).join(""));
}
