import { atOnce, eachLine, type Steps } from "../../../event-loop/steps";
import { labelledAddress } from "../../links/labelled-address";
import type { Parts } from "./parts";

/** The content of a block, line by line. Tokens are placeholders already. */
export interface BlockContent {
  fields: Map<string, string>;
  images: LabelledLine[];
  links: LabelledLine[];
  heading: string | undefined;
  /** Each cut at `|`. */
  items: string[][];
  /** The number of each item's line, from 1. */
  itemLines: number[];
  quoted: string[];
  byline: string | undefined;
  /** Each cut at `|`, without the line below a table's header. */
  rows: string[][];
  rowLines: number[];
  /** Lines that the block doesn't take, as Markdown: those before the first one that it takes, and the others. */
  before: string;
  after: string;
  /** Both. */
  text: string;
}

export interface Labelled {
  address: string;
  text: string;
}

interface LabelledLine extends Labelled {
  line: number;
}

export function readContent(content: string, parts: Parts): BlockContent {
  return atOnce(readSteps(content, parts));
}

export function* readSteps(content: string, parts: Parts): Steps<BlockContent> {
  const reader = new LineReader(parts);
  yield* eachLine(content.trimEnd(), (line, index) => reader.read(line, index + 1));
  return reader.content();
}

class LineReader {
  readonly #read: Omit<BlockContent, "before" | "after" | "text"> = {
    ...{ fields: new Map(), images: [], links: [], heading: undefined, byline: undefined },
    ...{ items: [], itemLines: [], quoted: [], rows: [], rowLines: [] },
  };
  readonly #before: string[] = [];
  readonly #after: string[] = [];
  #hasBegun = false;

  constructor(readonly parts: Parts) {}

  read(line: string, number: number): void {
    const trimmed = line.trim();
    if (this.#takesField(trimmed)) return;
    if (this.#takes(trimmed, number)) this.#hasBegun = true;
    else (this.#hasBegun ? this.#after : this.#before).push(line);
  }

  content(): BlockContent {
    if (this.parts.byline) this.#takeHyphen();
    const [before, after] = [this.#before, this.#after].map((lines) => lines.join("\n").trim()) as [string, string];
    return { ...this.#read, before, after, text: [...this.#before, ...this.#after].join("\n").trim() };
  }

  /** Of two lines with one name the first one counts, and the other is text. */
  #takesField(line: string): boolean {
    if (!this.parts.fields) return false;
    const [, written = "", value = ""] = /^([A-Za-z]+)\s*:\s*(.*)$/.exec(line) ?? [];
    const name = written.toLowerCase();
    if (!this.parts.fields.includes(name) || this.#read.fields.has(name)) return false;
    this.#read.fields.set(name, value);
    return true;
  }

  #takes(line: string, number: number): boolean {
    const { parts } = this;
    const read = this.#read;
    const { images = 0, links = 0 } = parts;
    // Where there may be any number of images, they may be a list.
    const image = images > 1 ? line.replace(/^[-*+]\s+/, "") : line;
    if (read.images.length < images && isLabelled(image, "![")) read.images.push({ ...labelledAddress(image), line: number });
    else if (read.links.length < links && isLabelled(line, "[")) read.links.push({ ...labelledAddress(line), line: number });
    else if (parts.byline && read.byline === undefined && dash.test(line)) read.byline = line.replace(dash, "");
    else if (parts.items && /^[-*+]\s/.test(line)) {
      read.items.push(cellsOf(line.slice(1)));
      read.itemLines.push(number);
    } else if (parts.quoted && line.startsWith(">")) read.quoted.push(line.slice(1).trim());
    else if (parts.heading && read.heading === undefined && /^#{1,6}\s/.test(line)) read.heading = line.replace(/^#+\s+/, "");
    else if (parts.rows && line.includes("|")) this.#takeRow(line, number);
    else return false;
    return true;
  }

  /** After quoted words, a hyphen is a dash, unless it is a list of several. */
  #takeHyphen(): void {
    const hyphens = this.#after.filter((line) => /^\s*-\s/.test(line));
    if (this.#read.byline !== undefined || this.#read.quoted.length === 0 || hyphens.length !== 1) return;
    const [line] = this.#after.splice(this.#after.indexOf(hyphens[0] as string), 1);
    this.#read.byline = line?.replace(/^\s*-\s/, "").trim();
  }

  #takeRow(line: string, number: number): void {
    if (/^[\s|:-]+$/.test(line)) return;
    this.#read.rows.push(cellsOf(line));
    this.#read.rowLines.push(number);
  }
}

const dash = /^(?:—|–|--(?!-))\s*(?=\S)/;

/** Without a pattern: its time would grow with the square of a line full of brackets. */
function isLabelled(line: string, start: "![" | "["): boolean {
  return line.startsWith(start) && line.endsWith(")") && line.includes("](", start.length);
}

/** Arabic and its neighbours have a comma of their own. */
export function listed(parts: readonly (string | undefined)[], language = "en"): string {
  return parts.filter(Boolean).join(/^(ar|fa|ur|ps|sd|ug|ckb)\b/.test(language) ? "، " : ", ");
}

/** A part for each heading, and what comes before the first one. */
export function sectionsOf(content: string): { intro: string; sections: string[] } {
  const sections = content
    .trim()
    .split(/^(?=#{1,6}\s)/m)
    .filter((section) => section.trim() !== "");
  const hasIntro = sections.length > 0 && !/^#{1,6}\s/.test(sections[0] as string);
  return { intro: hasIntro ? (sections.shift() as string) : "", sections };
}

export function cellsOf(line: string): string[] {
  return line
    .replace(/^\s*\|/, "")
    .replace(/\|\s*$/, "")
    .split("|")
    .map((cell) => cell.trim());
}
