import { crc32, deflateSync } from "node:zlib";

interface PngOptions {
  width?: number;
  height?: number;
  /** Chunks before the pixels: name and content. */
  chunks?: [string, Uint8Array][];
  /** Instead of pixels that fit. */
  pixels?: Uint8Array;
}

/** A PNG of one colour, black unless `pixels` says otherwise, one byte a pixel up to any size. */
export function png({ width = 8, height = 8, chunks = [], pixels }: PngOptions = {}): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    ...chunks.map(([name, content]) => chunk(name, content)),
    chunk("IDAT", deflateSync(pixels ?? Buffer.alloc((width + 1) * height))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Uint8Array): Buffer {
  const framed = Buffer.alloc(12 + content.length);
  framed.writeUInt32BE(content.length, 0);
  framed.write(name, 4, "latin1");
  framed.set(content, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + content.length)), 8 + content.length);
  return framed;
}

/** A PNG of nearly this many bytes, padded with a chunk that means nothing. */
export function pngOfBytes(size: number): Buffer<ArrayBuffer> {
  return png({ chunks: [["foYr", Buffer.alloc(size - png().length - 12, 7)]] });
}

/** The start of an MP4: its brands, and a box of nothing. */
export function mp4(size = 1_000): Buffer<ArrayBuffer> {
  const start = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isommp42", "latin1");
  const rest = Buffer.alloc(size - start.length);
  rest.writeUInt32BE(rest.length, 0);
  rest.write("free", 4, "latin1");
  for (let at = 8; at < rest.length; at += 1) rest[at] = at % 251;
  return Buffer.concat([start, rest]);
}

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5" fill="red"/></svg>';

/** What generated tests upload. */
export function sampleFile(): File {
  return new File([png()], "sample.png", { type: "image/png" });
}

/** An SVG that takes many seconds to draw. */
export const slowDrawing = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f">
  <feTurbulence baseFrequency=".5" numOctaves="1000"/>${'<feMorphology operator="dilate" radius="50"/>'.repeat(30)}</filter>
  <rect width="2000" height="2000" filter="url(#f)"/></svg>`;
