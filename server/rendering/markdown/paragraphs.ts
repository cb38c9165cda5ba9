import { raw } from "hono/html";
import { escapeHtml } from "../templates/escape";

/** Blank lines separate paragraphs. Written without JSX for speed: a text can have thousands of them. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text
    .replace(/\r\n?/g, "\n")
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "");
  return raw(paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll("\n", "<br/>")}</p>`).join(""));
}
