import { type FileHandle, open } from "node:fs/promises";
import { inflateSync } from "node:zlib";

const maxTextBytes = 16 * 1_048_576;
/** What compression may add to incompressible pixels. */
const maxPixelExcessBytes = 65_536;
const samplesOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Whether a PNG has more compressed data than its image needs: too many pixels, or texts that decompress without end. */
export async function isPackedBomb(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    let textBytes = 0;
    let pixelBytes = 0;
    let mostPixelBytes = 0;
    for await (const { name, length, content } of chunksOf(file)) {
      if (name === "IHDR") mostPixelBytes = pixelBytesOf(await content()) * 1.01 + maxPixelExcessBytes;
      if (name === "IDAT") pixelBytes += length;
      if (name === "zTXt" || name === "iTXt") textBytes += unpackedBytes(await content());
      if (pixelBytes > mostPixelBytes || textBytes > maxTextBytes) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}

interface Chunk {
  name: string;
  length: number;
  content(): Promise<Buffer>;
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Chunk> {
  const head = Buffer.alloc(8);
  const { size } = await file.stat();
  for (let at = 8; ; ) {
    const { bytesRead } = await file.read(head, 0, head.length, at);
    if (bytesRead < head.length) return;
    const length = head.readUInt32BE(0);
    const start = at + head.length;
    if (start + length > size) return;
    const content = async () => (await file.read(Buffer.alloc(length), 0, length, start)).buffer;
    yield { name: head.toString("latin1", 4), length, content };
    at = start + length + 4;
  }
}

/** The size of the decompressed pixels, with a byte before each row, and a margin for the extra rows of interlaced images. */
function pixelBytesOf(header: Buffer): number {
  if (header.length < 13) return 0;
  const bits = (header[8] as number) * (samplesOf[header[9] as number] ?? 4);
  const rowBytes = Math.ceil((header.readUInt32BE(0) * bits) / 8) + 1;
  return rowBytes * header.readUInt32BE(4) * 1.1;
}

/** Looks for the first byte after the keyword from which the text decompresses; 0 if there is none. */
function unpackedBytes(text: Buffer): number {
  const start = text.indexOf("\0");
  for (let at = start + 1; start >= 0 && at < Math.min(text.length, start + 1_000); at += 1) {
    if (text[at] !== 0x78) continue;
    try {
      return inflateSync(text.subarray(at), { maxOutputLength: maxTextBytes }).length;
    } catch (error) {
      if (error instanceof RangeError) return Number.POSITIVE_INFINITY;
    }
  }
  return 0;
}
