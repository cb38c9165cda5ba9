import { atOnce, eachLine, type Steps } from "../../event-loop/steps";
import type { EntryProps } from "../blocks/entry-props";
import { labelledAddress } from "../blocks/labelled-address";
import type { AssetScope } from "../images";
import { withoutPlaceholders } from "../templates/placeholders";

const maxQuotedLetters = 40;

/** The content of a block, line by line. Tokens are placeholders already. */
export interface BlockContent {
  /** Lines such as `role: Head of Finance`. */
  fields: ReadonlyMap<string, string>;
  /** Lines that are an image, `![text](address)`. */
  images: Labelled[];
  /** Lines that are a link, `[text](address)`. */
  links: Labelled[];
  heading: string | undefined;
  /** Lines of a list, each cut at `|`. */
  items: string[][];
  /** The number of each item's line, from 1. */
  itemLines: number[];
  /** Lines that begin with `>`. */
  quoted: string[];
  /** All other lines. */
  text: string;
}

export interface Labelled {
  address: string;
  text: string;
}

/** `names`: the fields that this block has. Any other line with a colon is text. */
export function readContent(content: string, names: readonly string[] = []): BlockContent {
  return atOnce(readSteps(content, names));
}

export function* readSteps(content: string, names: readonly string[] = []): Steps<BlockContent> {
  const fields = new Map<string, string>();
  const [images, links, items, quoted, text]: [Labelled[], Labelled[], string[][], string[], string[]] = [[], [], [], [], []];
  const itemLines: number[] = [];
  let heading: string | undefined;
  yield* eachLine(content.trimEnd(), (line, index) => {
    const trimmed = line.trim();
    const [, name = "", value = ""] = /^([A-Za-z]+)\s*:\s*(.*)$/.exec(trimmed) ?? [];
    if (names.includes(name.toLowerCase())) fields.set(name.toLowerCase(), value);
    else if (isLabelled(trimmed, "![")) images.push(labelledAddress(trimmed));
    else if (isLabelled(trimmed, "[")) links.push(labelledAddress(trimmed));
    else if (/^[-*+]\s/.test(trimmed)) {
      items.push(cellsOf(trimmed.slice(1)));
      itemLines.push(index + 1);
    } else if (trimmed.startsWith(">")) quoted.push(trimmed.slice(1).trim());
    else if (heading === undefined && /^#{1,6}\s/.test(trimmed)) heading = trimmed.replace(/^#+\s+/, "");
    else text.push(line);
  });
  return { fields, images, links, heading, items, itemLines, quoted, text: text.join("\n").trim() };
}

export function linesOf(content: string): string[] {
  return content.split(/\r\n|\r|\n/);
}

/** Without a pattern: its time would grow with the square of a line full of brackets. */
function isLabelled(line: string, start: "![" | "["): boolean {
  return line.startsWith(start) && line.endsWith(")") && line.includes("](", start.length);
}

/** Arabic and its neighbours have a comma of their own. */
export function listed(parts: readonly (string | undefined)[], language = "en"): string {
  return parts.filter(Boolean).join(/^(ar|fa|ur|ps|sd|ug|ckb)\b/.test(language) ? "، " : ", ");
}

/** A part for each heading, with what comes before the first one. */
export function sectionsOf(content: string): string[] {
  return content
    .trim()
    .split(/^(?=#{1,6}\s)/m)
    .filter((section) => section.trim() !== "");
}

export function cellsOf(line: string): string[] {
  return line
    .replace(/^\s*\|/, "")
    .replace(/\|\s*$/, "")
    .split("|")
    .map((cell) => cell.trim());
}

/** Warns that a field's value is unknown. */
export function warnOfField(scope: AssetScope, content: string, name: string, value: string, how: string): void {
  const pattern = new RegExp(`^\\s*${name}\\s*:\\s*(.*?)\\s*$`, "i");
  const line = linesOf(content).findIndex((one) => pattern.exec(one)?.[1] === value);
  warnOfLine(scope, line + 1, value, how);
}

/** Warns that a part of a line can't be read. `how`: why not, and what is shown instead. */
export function warnOfLine({ warn }: AssetScope, line: number, part: string, how: string): void {
  warn?.("block_unreadable", `line ${line}: "${withoutPlaceholders(part).slice(0, maxQuotedLetters)}" ${how}`);
}

/** The address of a link or contact; undefined, with a warning, for one that leads nowhere or is not safe. */
export function linkAddress(address: string, { builder, assetScope }: Pick<EntryProps, "builder" | "assetScope">) {
  const href = builder.urlWithPlaceholders(address);
  if (href === undefined) assetScope.warn?.("action_not_shown", "has a link that leads nowhere, which is left out");
  return href;
}
