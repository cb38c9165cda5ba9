import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrandFont, brandFonts } from "../../contract/pages/fonts";

export const fontWeights = [400, 700] as const;
export type FontWeight = (typeof fontWeights)[number];

/** The few letters of a font that most pages have. */
export function basicFontFile(font: BrandFont, weight: FontWeight): Buffer {
  return readFileSync(fileURLToPath(new URL(`basic/${font}-${weight}.woff2`, import.meta.url)));
}

/** Found at the start: a package that the runtime has once missed, as while dependencies are installed anew, it never finds. */
const folders = Object.fromEntries(brandFonts.map((font) => [font, folderOf(font)])) as Record<BrandFont, string>;

/** The file of a font, as its package has it. `latin-ext`: the letters of Central Europe, Turkish and their like. */
export function fontFile(
  font: BrandFont,
  weight: FontWeight,
  type: "woff" | "woff2",
  letters: "latin" | "latin-ext" = "latin",
): Buffer {
  return readFileSync(join(folders[font], `${font}-${letters}-${weight}-normal.${type}`));
}

/** All files of a font, in every alphabet that it has. */
export function drawnFontFiles(font: BrandFont): string[] {
  const isDrawn = (name: string) => fontWeights.some((weight) => name.endsWith(`-${weight}-normal.woff`));
  return readdirSync(folders[font])
    .filter(isDrawn)
    .map((name) => join(folders[font], name));
}

function folderOf(font: BrandFont): string {
  return dirname(fileURLToPath(import.meta.resolve(`@fontsource/${font}/files/${font}-latin-400-normal.woff`)));
}
