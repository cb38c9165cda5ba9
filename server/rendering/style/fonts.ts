import type { BrandFont } from "../../../contract/pages/fonts";
import { basicLetters } from "../../fonts/basic-letters";
import { type AssetScope, assetOf, pageAssetPath } from "../images";
import type { BrandFontFile, PageBrand } from "../page-document";

interface Font {
  family: string;
  /**
   * In percent: how much a system font is enlarged to take as much room as this one, so that nothing moves when the font arrives.
   */
  size: number;
  ascent: number;
  descent: number;
  /** For a font whose spaces are too narrow to separate bold words. */
  wordSpacing?: string;
}

export const fonts: Readonly<Record<BrandFont, Font>> = {
  "dm-sans": { family: "DM Sans", size: 105.3, ascent: 94.2, descent: 29.4 },
  figtree: { family: "Figtree", size: 101.1, ascent: 94, descent: 24.7 },
  manrope: { family: "Manrope", size: 102.3, ascent: 104.2, descent: 29.3, wordSpacing: ".08em" },
  "plus-jakarta-sans": { family: "Plus Jakarta Sans", size: 103.5, ascent: 100.3, descent: 21.4, wordSpacing: ".12em" },
};

const system = 'system-ui,"Noto Sans",sans-serif';
const usual = ["Arial", "Roboto", "Liberation Sans"].map((name) => `local("${name}")`).join(",");

type FontBrand = Pick<PageBrand, "font" | "fonts"> | null | undefined;

/** A font and the files that a page loads of it. */
interface ShownFont extends Font {
  files: { path: string; weight: string; isItalic: boolean; isPreloaded: boolean; letters?: string }[];
}

/**
 * The files of a shipped font, by what their names end with, and their letters. A browser loads a file when a page has one of
 * its letters; of two files with a letter, it takes the later one.
 */
const shippedLetters = {
  "-ext": "U+100-24F,U+259,U+1E00-1EFF,U+20A0-20BF",
  "": "U+A0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+304,U+308,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215",
  "-basic": basicLetters,
};

/** The rules for a brand's font; empty without one. */
export function fontRules(brand: FontBrand, scope: AssetScope | undefined): string {
  const font = shownFont(brand, scope);
  if (!font) return "";
  const { family, size, ascent, descent, wordSpacing, files } = font;
  const spacing = wordSpacing ? `*{word-spacing:${wordSpacing}}` : "";
  const faces = files.map(
    ({ path, weight, isItalic, letters }) =>
      `@font-face{font-family:"${family}";src:url(${path});font-weight:${weight};${isItalic ? "font-style:italic;" : ""}font-display:swap${letters ? `;unicode-range:${letters}` : ""}}`,
  );
  const standIn = `@font-face{font-family:"${family} 0";src:${usual};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;
  return `${faces.join("")}${standIn}:root{--font:"${family}","${family} 0",${system}}${spacing}`;
}

/** Asks for the fonts before the styles are read. */
export function fontPreloads(brand: FontBrand, scope: AssetScope | undefined): string {
  const files = shownFont(brand, scope)?.files ?? [];
  return files
    .filter(({ isPreloaded }) => isPreloaded)
    .map(({ path }) => `<link rel="preload" as="font" crossorigin href="${path}">`)
    .join("");
}

/** Whether pages can show this file of a brand's font. */
export function isFontShown({ assetId, face }: BrandFontFile, scope: AssetScope): boolean {
  return face !== undefined && (!scope.assets || assetOf(scope, assetId) !== undefined);
}

function shownFont(brand: FontBrand, scope: AssetScope | undefined): ShownFont | undefined {
  return ownFont(brand?.fonts, scope) ?? shippedFont(brand?.font);
}

function shippedFont(font: BrandFont | null | undefined): ShownFont | undefined {
  if (!font) return undefined;
  const files = Object.entries(shippedLetters).flatMap(([ending, letters]) =>
    [[400, "100 500"] as const, [700, "501 900"] as const].map(([weight, range]) => ({
      path: `/_foyer/fonts/${font}-${weight}${ending}.woff2`,
      weight: range,
      isItalic: false,
      isPreloaded: ending === "-basic",
      letters,
    })),
  );
  return { ...fonts[font], files };
}

function ownFont(files: readonly BrandFontFile[] | undefined, scope: AssetScope | undefined): ShownFont | undefined {
  if (!scope || !files) return undefined;
  const shown = files.flatMap((file) => (file.face && isFontShown(file, scope) ? [{ ...file.face, assetId: file.assetId }] : []));
  const texts = nearest(shown, 400);
  if (!texts) return undefined;
  const preloaded = [texts, nearest(shown, 700)];
  const { size, ascent, descent } = texts;
  return {
    ...{ family: "Brand", size, ascent, descent },
    files: shown.map((face) => ({
      path: pageAssetPath(scope, face.assetId),
      weight: face.weight,
      isItalic: face.isItalic,
      isPreloaded: preloaded.includes(face),
    })),
  };
}

/** An upright face if there is one. */
function nearest<Face extends { weight: string; isItalic: boolean }>(faces: readonly Face[], weight: number): Face | undefined {
  const distance = ({ weight: range, isItalic }: Face) => {
    const [least = weight, most = least] = range.split(" ").map(Number);
    return Math.max(0, least - weight, weight - most) + (isItalic ? 1_000 : 0);
  };
  return faces.toSorted((a, b) => distance(a) - distance(b))[0];
}
