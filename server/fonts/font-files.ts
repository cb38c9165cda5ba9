import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrandFont, brandFonts } from "../../contract/pages/fonts";

export const fontWeights = [400, 700] as const;
type FontWeight = (typeof fontWeights)[number];

/** The few letters of a font that most pages have. */
export function basicFontFile(font: BrandFont, weight: FontWeight): Buffer {
  return readFileSync(fileURLToPath(new URL(`basic/${font}-${weight}.woff2`, import.meta.url)));
}

/** For pictures alone, in scripts that no brand's font has. On pages, these letters are in the visitor's own fonts. */
const scriptFonts = { "noto-sans-arabic": "arabic", "noto-sans-hebrew": "hebrew" } as const;

/**
 * Found at the start: once the runtime has missed a package, as while dependencies are installed anew, it never finds that one.
 */
const folders = Object.fromEntries(brandFonts.map((font) => [font, folderOf(font)])) as Record<BrandFont, string>;
const scriptFiles = Object.entries(scriptFonts).flatMap(([font, script]) => {
  const folder = folderOf(font);
  return fontWeights.map((weight) => join(folder, `${font}-${script}-${weight}-normal.woff`));
});

/** The file of a font, as its package has it. `latin-ext`: the letters of Central Europe, Turkish and their like. */
export function fontFile(
  font: BrandFont,
  weight: FontWeight,
  type: "woff" | "woff2",
  letters: "latin" | "latin-ext" = "latin",
): Buffer {
  return readFileSync(join(folders[font], `${font}-${letters}-${weight}-normal.${type}`));
}

/** What texts in pictures are drawn with: the brands' fonts in every alphabet that they have, and those beside them. */
export function drawnFontFiles(): string[] {
  const isDrawn = (name: string) => fontWeights.some((weight) => name.endsWith(`-${weight}-normal.woff`));
  const ofBrands = Object.values(folders).flatMap((folder) =>
    readdirSync(folder)
      .filter(isDrawn)
      .map((name) => join(folder, name)),
  );
  return [...ofBrands, ...scriptFiles];
}

function folderOf(font: string): string {
  return dirname(fileURLToPath(import.meta.resolve(`@fontsource/${font}/files/${font}-latin-400-normal.woff`)));
}
