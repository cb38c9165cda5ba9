import type { ImageFormat } from "../../../images/port";

export const fontContentType = "font/woff2";

/** The kind of a file, judged by its first bytes. */
type Sniffed =
  | { kind: "image"; format: ImageFormat; contentType: string }
  | { kind: "video" | "document" | "font"; contentType: string };

/** How much of a file `sniff` needs. */
export const headBytes = 4_096;

const magics: readonly { at: number; bytes: string; is: Sniffed }[] = [
  { at: 0, bytes: "\x89PNG\r\n\x1a\n", is: image("png") },
  { at: 0, bytes: "\xff\xd8\xff", is: image("jpeg") },
  { at: 0, bytes: "GIF87a", is: image("gif") },
  { at: 0, bytes: "GIF89a", is: image("gif") },
  { at: 8, bytes: "WEBPVP8", is: image("webp") },
  { at: 0, bytes: "%PDF-", is: { kind: "document", contentType: "application/pdf" } },
  { at: 0, bytes: "wOF2", is: { kind: "font", contentType: fontContentType } },
];

const videoBrands = /^(isom|iso[2-9]|mp4[12]|mp71|avc1|M4V|MSNV|dash|msdh|cmf[cs]|f4v|3gp\d)/;
const maxBrands = 64;

/** Undefined for text and for unknown kinds. Ignores the file's name and declared type. */
export function sniff(head: Buffer): Sniffed | undefined {
  const text = head.toString("latin1");
  const magic = magics.find(({ at, bytes }) => text.startsWith(bytes, at));
  if (magic) return magic.is.contentType === "image/webp" && !text.startsWith("RIFF") ? undefined : magic.is;
  if (text.startsWith("ftyp", 4)) return sniffBrands(head, text);
  if (text.startsWith("\x1a\x45\xdf\xa3") && /\x42\x82[\x80-\x88]webm/.test(text.slice(0, 64))) {
    return { kind: "video", contentType: "video/webm" };
  }
  return undefined;
}

/** An ISO container starts with its major brand, a version and its compatible brands. */
function sniffBrands(head: Buffer, text: string): Sniffed | undefined {
  const size = head.readUInt32BE(0);
  if (size < 16 || size % 4 !== 0 || size > 16 + maxBrands * 4 || size > head.length) return undefined;
  const brands = (text.slice(8, 12) + text.slice(16, size)).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return image("avif");
  if (brands[0] === "qt  ") return { kind: "video", contentType: "video/quicktime" };
  return brands.some((brand) => videoBrands.test(brand)) ? { kind: "video", contentType: "video/mp4" } : undefined;
}

function image(format: ImageFormat): Sniffed {
  return { kind: "image", format, contentType: `image/${format}` };
}
