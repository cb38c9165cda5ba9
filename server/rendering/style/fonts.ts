import type { BrandFont } from "../../../contract/pages/fonts";

interface Font {
  family: string;
  /** In percent: how a usual font is stretched until it takes the room of this one, so that nothing moves when it arrives. */
  size: number;
  ascent: number;
  descent: number;
}

export const fonts: Readonly<Record<BrandFont, Font>> = {
  "dm-sans": { family: "DM Sans", size: 105.3, ascent: 94.2, descent: 29.4 },
  figtree: { family: "Figtree", size: 101.1, ascent: 94, descent: 24.7 },
  manrope: { family: "Manrope", size: 102.3, ascent: 104.2, descent: 29.3 },
  "plus-jakarta-sans": { family: "Plus Jakarta Sans", size: 103.5, ascent: 100.3, descent: 21.4 },
};

const system = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';
const usual = ["Arial", "Helvetica Neue", "Roboto", "Liberation Sans"].map((name) => `local("${name}")`).join(",");

export function fontPath(font: BrandFont, weight: 400 | 700): string {
  return `/_foyer/fonts/${font}-${weight}.woff2`;
}

/** The rules for a brand's font; empty without one. */
export function fontRules(font: BrandFont | null | undefined): string {
  if (!font) return "";
  const { family, size, ascent, descent } = fonts[font];
  const face = (weight: 400 | 700, range: string) =>
    `@font-face{font-family:"${family}";src:url(${fontPath(font, weight)}) format("woff2");font-weight:${range};font-display:swap}`;
  const standIn = `@font-face{font-family:"${family} 0";src:${usual};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;
  return `${face(400, "100 500")}${face(700, "501 900")}${standIn}:root{--font:"${family}","${family} 0",${system}}`;
}

/** Asks for the fonts before the styles are read. */
export function fontPreloads(font: BrandFont | null | undefined): string {
  if (!font) return "";
  return ([400, 700] as const)
    .map((weight) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${fontPath(font, weight)}">`)
    .join("");
}
