import { hash } from "node:crypto";
import type { PageDocument } from "../page-document";

/** Markup of scripts or stylesheets, and each by its hash, as the Content-Security-Policy names it. */
export interface Inlined {
  html: string;
  hashes: string[];
}

/** The owner's own, as they are: they are code, not text. */
export function inlinedScripts(scripts: PageDocument["page"]["scripts"]): Inlined {
  return inlined(
    "script",
    scripts.filter(({ enabled, content }) => enabled && content.trim() !== "").map(({ content }) => contained(content)),
  );
}

export function inlined(tag: "script" | "style", contents: readonly string[]): Inlined {
  return {
    html: contents.map((content) => `<${tag}>${content}</${tag}>`).join(""),
    hashes: contents.map((content) => `'sha256-${hash("sha256", content, "base64")}'`),
  };
}

export function policySources(scripts: readonly string[], styles: readonly string[]): string {
  return `script-src ${scripts.join(" ") || "'none'"}; style-src ${styles.join(" ") || "'none'"}`;
}

/**
 * Code that can't leave its element: a letter of `script` after `<` is written as an escape, which means the same in
 * strings, patterns and names; so with what would look like a mark of ours. Line ends are what a browser makes of them, because that is what it hashes.
 */
function contained(content: string): string {
  return content
    .replace(/\r\n?/g, "\n")
    .replace(/(<\/?)(s)(?=cript)/gi, (_, start: string, letter: string) => start + escaped(letter))
    .replace(/(<)(f)(?=oyer:)/g, (_, start: string, letter: string) => start + escaped(letter))
    .replace(/[\ufdd0-\ufddf]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
