/** Tags, comments and attributes: more than a real drawing has, and few enough to check at once. */
const maxMarkupItems = 50_000;

export class TooMuchMarkup extends Error {
  override name = "TooMuchMarkup";
}

/** The name of the first element, without its namespace prefix. */
export function rootElement(text: string): string | undefined {
  for (const { kind, name, rest } of markupOf(text)) {
    if (kind === "broken") return undefined;
    if (kind === "doctype" && /^\s*html\b/i.test(rest)) return "html";
    if (kind === "tag") return localName(name);
  }
  return undefined;
}

const activeElements = new Set("script foreignobject iframe embed object audio video handler listener html body".split(" "));

/** What a browser that opened the drawing would run, or load and run; undefined if nothing. */
export function activeContent(text: string): string | undefined {
  // Counted first, because parsing takes far longer.
  if (countOf("<", text) + countOf("=", text) > maxMarkupItems) throw new TooMuchMarkup();
  for (const { kind, name, rest } of markupOf(text)) {
    if (kind === "broken") return "broken markup";
    if (kind === "doctype" && rest.includes("[")) return "declarations of its own";
    if (kind === "instruction" && name.toLowerCase() !== "xml") return "processing instructions";
    if (kind === "instruction" && /\sencoding\s*=\s*["'](?!utf-?8["']|us-ascii["'])/i.test(rest))
      return "another encoding than UTF-8";
    if (kind !== "tag") continue;
    if (activeElements.has(localName(name))) return `a ${localName(name)} element`;
    for (const [, attribute = "", double, single] of rest.matchAll(attributes)) {
      if (localName(attribute).startsWith("on")) return "event handlers";
      if (scriptAddress.test(withoutReferences(double ?? single ?? ""))) return "scripts in addresses";
    }
  }
  return undefined;
}

// The optional value avoids backtracking: a long name without a value is passed over at once.
const attributes = /([^\s=<>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g;
const scriptAddress = /javascript:|vbscript:|data:text\/html/i;

/** Browsers resolve references and drop control characters and spaces before they read an address. */
function withoutReferences(value: string): string {
  const resolved = value.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|colon|tab|newline);?/gi, (reference, decimal, hex) => {
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    if (Number.isNaN(code)) return reference.toLowerCase().startsWith("&colon") ? ":" : "";
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
  return resolved.replace(/[\u0000-\u0020]/g, "");
}

interface MarkupItem {
  kind: "tag" | "doctype" | "instruction" | "broken";
  name: string;
  rest: string;
}

/** Opening tags, doctypes and processing instructions, up to the first broken markup. */
function* markupOf(text: string): Generator<MarkupItem> {
  let items = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    items += 1;
    if (items > maxMarkupItems) throw new TooMuchMarkup();
    const end = endOf(text, at);
    if (end < 0) {
      yield { kind: "broken", name: "", rest: "" };
      return;
    }
    if (text.startsWith("<!--", at) || text.startsWith("</", at)) {
      at = end;
      continue;
    }
    const [, mark = "", name = "", rest = ""] = /^<([!?/]?)([^\s/>]*)(.*)$/s.exec(text.slice(at, end)) ?? [];
    at = end;
    if (mark === "" || mark === "?") yield { kind: mark === "" ? "tag" : "instruction", name, rest };
    if (mark === "!" && name.toLowerCase() === "doctype") yield { kind: "doctype", name, rest };
  }
}

/** The end of the markup that begins at `at`; -1 if it has none. */
function endOf(text: string, at: number): number {
  if (text.startsWith("<!--", at)) return endAt(text, "-->", at + 4);
  if (text.startsWith("<![CDATA[", at)) return endAt(text, "]]>", at);
  if (text.startsWith("<?", at)) return endAt(text, "?>", at);
  const stops = text[at + 1] === "!" ? /[<>"'[]/g : /[<>"']/g;
  stops.lastIndex = at + 1;
  for (let stop = stops.exec(text); stop; stop = stops.exec(text)) {
    if (stop[0] === ">") return stop.index + 1;
    if (stop[0] === "<") return -1;
    // Declarations inside a doctype are refused, so the rest need not be parsed.
    if (stop[0] === "[") return text.length;
    const close = text.indexOf(stop[0], stop.index + 1);
    if (close < 0) return -1;
    stops.lastIndex = close + 1;
  }
  return -1;
}

function endAt(text: string, ending: string, from: number): number {
  const found = text.indexOf(ending, from);
  return found < 0 ? -1 : found + ending.length;
}

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count <= maxMarkupItems; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1).toLowerCase();
}
