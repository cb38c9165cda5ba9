import type { FileHandle } from "node:fs/promises";

const chunkBytes = 65_536;
const overlapBytes = 16;
const archiveEndBytes = 65_557;

/** Long enough that the compressed bytes of a picture or video don't match by chance. */
const markup = /<(?:script[\s/>]|html[\s>]|body[\s>]|iframe[\s>]|!doctype\s|\?php\s)|javascript:/i;

/**
 * To a script engine these bytes are an identifier and the start of a comment, which hides the image's bytes up to the script
 * that follows. `GIF89a/*` is an example, and so is a JPEG whose first segment has 12,074 bytes.
 */
const scriptStart = /^[\w$\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\xff]+[\t-\r\x20-\x7e\xa0]*?(?:\/[*/]|<!--)/;

/** What a picture, video or document is besides, if anything. */
export async function secondNature(file: FileHandle, size: number, isDocument: boolean): Promise<string | undefined> {
  const buffer = Buffer.alloc(chunkBytes + overlapBytes);
  for (let at = 0; at < size; at += chunkBytes) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    const text = buffer.toString("latin1", 0, bytesRead);
    if (at === 0 && scriptStart.test(text.slice(0, 64))) return "a script";
    if (at === 0 && !isDocument && text.slice(0, 1_024).includes("%PDF-")) return "a document";
    if (markup.test(text)) return "markup or a script";
  }
  const tailBytes = Math.min(size, archiveEndBytes);
  const tail = Buffer.alloc(tailBytes);
  await file.read(tail, 0, tailBytes, size - tailBytes);
  return tail.includes("PK\x05\x06", 0, "latin1") ? "an archive" : undefined;
}
