import { Dicer } from "@fastify/busboy";
import { Problem } from "../../records/problem";

const maxParts = 64;
const maxHeaders = 16;
const maxHeaderBytes = 8_192;
/** Twice what we take, so that a header that was cut to it is seen to be too long. */
const parserLimits = { maxHeaderSize: 2 * maxHeaderBytes };

/** What begins a part: its field, and for a file the name the caller gives it. */
export interface PartHead {
  field: string;
  filename: string | undefined;
}

/** What becomes of a part's bytes, as they arrive. */
export interface PartSink {
  take(bytes: Buffer): void | Promise<void>;
  end(): void;
}

/** Takes a form apart; no more of it is read until the sinks have taken what came. */
export async function readParts(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  begin: (head: PartHead) => PartSink,
): Promise<void> {
  const work: (() => void | Promise<void>)[] = [];
  let failure: unknown;
  let isWhole = false;
  const parts: Promise<void>[] = [];

  const dicer = new Dicer({ boundary, ...parserLimits });
  const ended = new Promise<void>((resolve) => {
    dicer.on("finish", () => {
      isWhole = true;
      resolve();
    });
    dicer.on("error", () => {
      failure ??= malformed("The form breaks off before its end");
      resolve();
    });
  });
  dicer.on("part", (part) => {
    let sink: PartSink | undefined;
    parts.push(new Promise((done) => part.once("end", done)));
    if (parts.length > maxParts) failure ??= malformed(`The form has more than ${maxParts} parts`);
    part.on("header", (header) => {
      if (failure !== undefined) return;
      try {
        sink = begin(headOf(header as Record<string, string[]>));
      } catch (error) {
        failure = error;
      }
    });
    part.on("data", (bytes) => work.push(() => sink?.take(bytes as Buffer)));
    part.on("end", () => {
      if (!sink) failure ??= malformed("The form has a part without headers");
      work.push(() => sink?.end());
    });
    part.on("error", () => {});
  });

  async function settle(): Promise<void> {
    for (let next = work.shift(); next && failure === undefined; next = work.shift()) await next();
    if (failure !== undefined) throw failure;
  }

  for await (const chunk of chunks) {
    if (isWhole) continue;
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    // The parser never says that it has taken a chunk with the form's end in it, when that was more than it holds at once.
    await Promise.race([new Promise((taken) => dicer.write(bytes, taken)), ended]);
    await settle();
  }
  dicer.end();
  await ended;
  // When a chunk begins with the last boundary, the parser has ended before its last part has.
  if (failure === undefined) await Promise.all(parts);
  await settle();
}

/** The boundary a form says it has; undefined when it is none. */
export function boundaryIn(contentType: string | null): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? "") ?? [];
  return quoted ?? plain;
}

function headOf(header: Record<string, string[]>): PartHead {
  const lines = Object.entries(header).flatMap(([name, values]) => values.map((value) => name.length + value.length));
  if (lines.length > maxHeaders || lines.reduce((sum, length) => sum + length, 0) > maxHeaderBytes) {
    throw malformed(`A part of the form has more than ${maxHeaders} headers or ${maxHeaderBytes} bytes of them`);
  }
  if (!/^(7bit|8bit|binary)$/i.test(header["content-transfer-encoding"]?.[0] ?? "binary")) {
    throw malformed("A part of the form has a Content-Transfer-Encoding: send the bytes as they are");
  }
  const [disposition, ...more] = header["content-disposition"] ?? [];
  const parameters = disposition === undefined || more.length > 0 ? undefined : parametersOf(utf8(disposition));
  const field = parameters?.get("name");
  if (field === undefined) throw malformed("A part of the form has no Content-Disposition: form-data with a name");
  return { field, filename: parameters?.get("filename") };
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

/** The parser hands out a header's bytes as they are. */
function utf8(bytes: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    throw malformed("A part of the form has headers that are not UTF-8");
  }
}

export function malformed(detail: string): Problem {
  return new Problem("malformed_body", { detail });
}
