import { brandFonts } from "../../contract/pages/fonts";
import { basicFontFile, fontFile, fontWeights } from "../fonts/font-files";
import { noticeResponse } from "./notices/notices";

/** Read once; there are a few, of some 10 KB each. */
const read = new Map<string, Buffer>();

export function fontAnswer(path: string): Response {
  const [, name = "", weight = "", letters] = /^\/_foyer\/fonts\/([a-z-]+)-(\d+)(-basic|-ext)?\.woff2$/.exec(path) ?? [];
  const font = brandFonts.find((one) => one === name);
  const known = fontWeights.find((one) => String(one) === weight);
  if (!font || !known) return noticeResponse({ status: 404 }, null);
  const readFile = () =>
    letters === "-basic" ? basicFontFile(font, known) : fontFile(font, known, "woff2", letters ? "latin-ext" : "latin");
  return new Response(new Uint8Array(bytesOf(path, readFile)), {
    headers: {
      "content-type": "font/woff2",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
}

function bytesOf(path: string, readFile: () => Buffer): Buffer {
  const bytes = read.get(path) ?? readFile();
  read.set(path, bytes);
  return bytes;
}
