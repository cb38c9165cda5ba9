import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrandFont } from "../../contract/pages/fonts";

export const fontWeights = [400, 700] as const;
export type FontWeight = (typeof fontWeights)[number];

/** The few letters of a font that most pages have. */
export function basicFontFile(font: BrandFont, weight: FontWeight): Buffer {
  return readFileSync(fileURLToPath(new URL(`basic/${font}-${weight}.woff2`, import.meta.url)));
}

/** The file of a font, as its package has it. */
export function fontFile(font: BrandFont, weight: FontWeight, type: "woff" | "woff2"): Buffer {
  const name = `@fontsource/${font}/files/${font}-latin-${weight}-normal.${type}`;
  return readFileSync(fileURLToPath(import.meta.resolve(name)));
}
