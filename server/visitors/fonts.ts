import { type BrandFont, brandFonts } from "../../contract/pages/fonts";
import { type FontWeight, fontFile, fontWeights } from "../fonts/font-files";
import { noticeResponse } from "./notices/notices";

/** Read once; there are a few, of some 14 KB each. */
const read = new Map<string, Buffer>();

export function fontAnswer(path: string): Response {
  const [, name = "", weight = ""] = /^\/_foyer\/fonts\/([a-z-]+)-(\d+)\.woff2$/.exec(path) ?? [];
  const font = brandFonts.find((one) => one === name);
  const known = fontWeights.find((one) => String(one) === weight);
  if (!font || !known) return noticeResponse({ status: 404 }, null);
  return new Response(new Uint8Array(bytesOf(font, known)), {
    headers: {
      "content-type": "font/woff2",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
}

function bytesOf(font: BrandFont, weight: FontWeight): Buffer {
  const key = `${font}-${weight}`;
  const bytes = read.get(key) ?? fontFile(font, weight, "woff2");
  read.set(key, bytes);
  return bytes;
}
