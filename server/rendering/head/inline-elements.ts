import { hash } from "node:crypto";
import type { PageDocument } from "../page-document";

/** Scripts or stylesheets inside a page. */
export interface InlineElements {
  html: string;
  /** As in a Content-Security-Policy. */
  hashes: string[];
}

/** The scripts of a page's owner. They are code, so tokens are not filled in. */
export function inlineScripts(scripts: PageDocument["page"]["scripts"]): InlineElements {
  return inlineElements(
    "script",
    scripts.filter(({ enabled, content }) => enabled && content.trim() !== "").map(({ content }) => safeScript(content)),
  );
}

export function inlineElements(tag: "script" | "style", contents: readonly string[]): InlineElements {
  return {
    html: contents.map((content) => `<${tag}>${content}</${tag}>`).join(""),
    hashes: contents.map((content) => `'sha256-${hash("sha256", content, "base64")}'`),
  };
}

export function policySources(scripts: readonly string[], styles: readonly string[]): string {
  return `script-src ${scripts.join(" ") || "'none'"}; style-src ${styles.join(" ") || "'none'"}`;
}

/**
 * Code can neither end its element nor contain a placeholder: one letter is written as an escape, which means the same
 * in strings, patterns and names. Line ends become those of the browser, which hashes the code after normalizing them.
 */
function safeScript(content: string): string {
  return content
    .replace(/\r\n?/g, "\n")
    .replace(/(<\/?)(s)(?=cript)/gi, (_, start: string, letter: string) => start + unicodeEscape(letter))
    .replace(/(<)(f)(?=oyer:)/g, (_, start: string, letter: string) => start + unicodeEscape(letter))
    .replace(/[\ufdd0-\ufddf]/g, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
