import { type FileHandle, open } from "node:fs/promises";
import type { AssetType, UploadedFile } from "../../../../contract";
import { maxFontBytes, NotAFont, readWoff2 } from "../../../fonts/woff2";
import type { ImageFormat } from "../../../images/port";
import { Problem } from "../../../records/problem";
import { secondNature } from "./polyglot";
import { headBytes, sniff } from "./sniff";
import { activeContent, rootElement, TooMuchMarkup } from "./svg";

/** Markup is read into memory up to this size; other text is read in chunks. */
const maxMarkupBytes = 1_048_576;
const chunkBytes = 65_536;
/** Readers look for the end of a PDF in as many of its last bytes. */
const pdfEndBytes = 1_024;

export type FileContent = { contentType: string } & (
  | { kind: "image"; format: ImageFormat }
  | { kind: "video" }
  | { kind: "document" }
  | { kind: "font" }
  | { kind: "component" }
);

/** Judges a file by its content alone. Refuses unknown content, and content that is two things at once. */
export async function contentOf({ path, size }: UploadedFile): Promise<FileContent> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(Math.min(size, headBytes));
    await file.read(head, 0, head.length, 0);
    const sniffed = sniff(head);
    if (!sniffed) return await textContent(file, size, head);
    const isDocument = sniffed.kind === "document";
    if (isDocument && !(await hasEnd(file, size))) throw refusedFile("is a PDF without an end");
    const second = await secondNature(file, size, isDocument);
    if (sniffed.kind === "font") await checkFont(file, size);
    if (second !== undefined) throw refusedFile(`is ${sniffed.contentType} and ${second} at once`);
    return sniffed;
  } finally {
    await file.close();
  }
}

/** A PDF that was cut has lost the table that its reader begins with. */
async function hasEnd(file: FileHandle, size: number): Promise<boolean> {
  const tail = Buffer.alloc(Math.min(size, pdfEndBytes));
  await file.read(tail, 0, tail.length, size - tail.length);
  return tail.includes("%%EOF", 0, "latin1");
}

async function checkFont(file: FileHandle, size: number): Promise<void> {
  if (size > maxFontBytes)
    throw refusedFile(`is a font of more than ${maxFontBytes} bytes: leave out the letters that pages don't need`);
  const content = Buffer.alloc(size);
  await file.read(content, 0, size, 0);
  await readWoff2(content).catch((error: Error) => {
    throw error instanceof NotAFont ? refusedFile(error.message) : error;
  });
}

const typesOfKind = {
  image: ["image", "logo", "icon"],
  video: ["video"],
  document: ["custom-component"],
  font: ["custom-component"],
  component: ["custom-component"],
} as const satisfies Record<FileContent["kind"], readonly AssetType[]>;

/** The caller's choice, if it fits the content. */
export function assetTypeOf({ kind, contentType }: FileContent, wanted: AssetType | undefined): AssetType {
  const possible: readonly AssetType[] = typesOfKind[kind];
  if (wanted === undefined) return possible[0] as AssetType;
  if (possible.includes(wanted)) return wanted;
  const message = `does not fit the file, which is ${contentType}: must be ${possible.join(", ")}`;
  throw new Problem("validation_failed", { errors: [{ location: "body.assetType", code: "not_allowed", message }] });
}

export function refusedFile(message: string): Problem {
  return new Problem("validation_failed", { errors: [{ location: "body.file", code: "unsupported_file", message }] });
}

async function textContent(file: FileHandle, size: number, head: Buffer): Promise<FileContent> {
  if (size === 0 || !(await isText(file, size))) {
    throw refusedFile(
      "must be an image (PNG, JPEG, GIF, WebP, AVIF, SVG), a video (MP4, QuickTime, WebM), a PDF, a font (WOFF2) or text",
    );
  }
  if (/^\ufeff?WEBVTT\b/.test(head.toString("utf8"))) return { kind: "component", contentType: "text/vtt" };
  if (!/^\ufeff?\s*(<|$)/.test(head.toString("utf8"))) return { kind: "component", contentType: "text/plain" };
  const start = Buffer.alloc(Math.min(size, maxMarkupBytes));
  await file.read(start, 0, start.length, 0);
  const text = start.toString("utf8");
  try {
    if (rootElement(text) !== "svg") return { kind: "component", contentType: "text/html" };
    if (size > maxMarkupBytes) throw refusedFile(`is an SVG of more than ${maxMarkupBytes} bytes`);
    const active = activeContent(text);
    if (active !== undefined) throw refusedFile(`is an SVG with ${active}: a drawing must not have any`);
  } catch (error) {
    throw error instanceof TooMuchMarkup ? refusedFile("has more markup than a drawing or the start of a page may have") : error;
  }
  return { kind: "image", format: "svg", contentType: "image/svg+xml" };
}

/** Whether the file is UTF-8 without control characters. */
async function isText(file: FileHandle, size: number): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const buffer = Buffer.alloc(chunkBytes);
  try {
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      at += bytesRead;
      const text = decoder.decode(buffer.subarray(0, bytesRead), { stream: at < size });
      if (bytesRead === 0 || /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/.test(text)) return false;
    }
    return true;
  } catch {
    return false;
  }
}
