import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { type FontFace, type FontTable, type FontTables, faceOf } from "./face";

/** A complete Latin font with all weights has half of this. */
export const maxFontBytes = 524_288;
const maxUnpackedBytes = 8 * 1_048_576;
const maxTables = 64;
const headerBytes = 48;
const flavors = [0x00010000, 0x4f54544f, 0x74727565];
const knownTags =
  "cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar".split(
    " ",
  );

/** The file is no WOFF2 font, or one that is too large. */
export class NotAFont extends Error {
  override name = "NotAFont";
}

/** What pages need to know of a font. Throws `NotAFont`. */
export async function readWoff2(file: Buffer): Promise<FontFace> {
  try {
    return faceOf(await tablesOf(file));
  } catch (error) {
    if (error instanceof NotAFont) throw error;
    throw new NotAFont("can't be read as a WOFF2 font");
  }
}

async function tablesOf(file: Buffer): Promise<FontTables> {
  if (file.length < headerBytes || file.toString("latin1", 0, 4) !== "wOF2") throw new NotAFont("is not a WOFF2 font");
  const count = file.readUInt16BE(12);
  const packedBytes = file.readUInt32BE(20);
  if (!flavors.includes(file.readUInt32BE(4))) throw new NotAFont("is a collection of fonts, or none");
  if (file.readUInt32BE(8) !== file.length || count === 0 || count > maxTables) throw new NotAFont("has a wrong header");
  if (file.readUInt32BE(16) > maxUnpackedBytes) throw new NotAFont(`unpacks to more than ${maxUnpackedBytes} bytes`);
  const { entries, end } = directoryOf(file, count);
  if (end + packedBytes > file.length) throw new NotAFont("is cut");
  const content = await unpack(file.subarray(end, end + packedBytes), { maxOutputLength: maxUnpackedBytes });
  const tables = new Map<string, FontTable>();
  let at = 0;
  for (const { tag, length, isTransformed } of entries) {
    tables.set(tag, { bytes: content.subarray(at, at + length), isTransformed });
    at += length;
  }
  if (at !== content.length) throw new NotAFont("has tables of another size than it says");
  return tables;
}

const unpack = promisify(brotliDecompress);

function directoryOf(file: Buffer, count: number) {
  let at = headerBytes;
  /** A number of up to five bytes, seven bits in each. */
  const number = () => {
    let value = 0;
    for (let read = 0; read < 5; read++) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new NotAFont("has a wrong table directory");
  };
  const entries: { tag: string; length: number; isTransformed: boolean }[] = [];
  for (let index = 0; index < count; index++) {
    const flags = file.readUInt8(at++);
    const known = flags & 0x3f;
    const tag = known === 0x3f ? file.toString("latin1", at, (at += 4)) : (knownTags[known] ?? `${known}`);
    const version = flags >> 6;
    // These two are transformed unless they say otherwise; all others are not.
    const isTransformed = tag === "glyf" || tag === "loca" ? version !== 3 : version !== 0;
    const length = number();
    entries.push({ tag, length: isTransformed ? number() : length, isTransformed });
  }
  return { entries, end: at };
}
