import { Problem } from "../../records/problem";

export const maxHeadBytes = 8_192;
const maxHeaders = 16;

/** What begins a part: its field, and for a file the name the caller gives it. */
export interface PartHead {
  field: string;
  filename: string | undefined;
}

/** Reads what stands between a boundary and the empty line before a part's content. */
export function headOf(bytes: Buffer): PartHead {
  const headers = headersOf(bytes.toString("latin1"));
  if (!/^(7bit|8bit|binary)$/i.test(headers.get("content-transfer-encoding")?.[0] ?? "binary")) {
    throw malformed("A part of the form has a Content-Transfer-Encoding: send the bytes as they are");
  }
  const [disposition, ...more] = headers.get("content-disposition") ?? [];
  const parameters = disposition === undefined || more.length > 0 ? undefined : parametersOf(utf8(disposition));
  const field = parameters?.get("name");
  if (field === undefined) throw malformed("A part of the form has no Content-Disposition: form-data with a name");
  return { field, filename: parameters?.get("filename") };
}

function headersOf(head: string): Map<string, string[]> {
  const unfolded = head.replace(/\r\n(?=[ \t])/g, "");
  const [afterBoundary, ...lines] = unfolded.split("\r\n");
  if (afterBoundary !== "") throw malformed("A boundary of the form is not on a line of its own");
  if (lines.length > maxHeaders) throw tooManyHeaders();
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name, value] = /^([^\s:]+):[ \t]?(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw malformed("A part of the form has a line that is no header");
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value]);
  }
  return headers;
}

/** Browsers write quotes and line breaks as percent codes, others with a backslash. */
function parametersOf(disposition: string): Map<string, string> | undefined {
  const pattern = /\s*;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|([^\s";]+))/y;
  const start = /^\s*form-data/i.exec(disposition);
  const parameters = new Map<string, string>();
  pattern.lastIndex = start?.[0].length ?? disposition.length;
  for (let match = pattern.exec(disposition); match; match = pattern.exec(disposition)) {
    const [whole, name = "", quoted, plain] = match;
    if (parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), quoted === undefined ? (plain ?? "") : unescaped(quoted));
    if (pattern.lastIndex === disposition.length || whole === "") break;
  }
  return start ? parameters : undefined;
}

const codes: Record<string, string> = { "%22": '"', "%0d": "\r", "%0a": "\n" };

function unescaped(text: string): string {
  return text.replace(/\\(["\\])/g, "$1").replace(/%(?:22|0d|0a)/gi, (code) => codes[code.toLowerCase()] as string);
}

function utf8(latin1: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(latin1, "latin1"));
  } catch {
    throw malformed("A part of the form has headers that are not UTF-8");
  }
}

export function tooManyHeaders(): Problem {
  return malformed(`A part of the form has more than ${maxHeaders} headers or ${maxHeadBytes} bytes of them`);
}

export function malformed(detail: string): Problem {
  return new Problem("malformed_body", { detail });
}
