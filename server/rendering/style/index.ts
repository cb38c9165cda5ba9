import type { Page } from "../../../contract";
import { memoize } from "../../caching/memoize";
import { arrangements } from "../arrangements";
import { blockStyles } from "../blocks";
import { type InlineElements, inlineElements } from "../head/inline-elements";
import type { AssetScope } from "../images";
import type { PageBrand } from "../page-document";
import { answerStyle } from "./answer";
import { baseStyle } from "./base";
import { deepOf, edgeOf, isDark, mixed, type Palette, type Palettes, palettesOf } from "./colors";
import { fontRules } from "./fonts";
import { noticeStyle } from "./notice";

type Look = Pick<PageBrand, "colors" | "darkMode" | "font" | "fonts"> | null;

export function pageStyles(type: Page["pageType"], brand: Look, blocks: string, scope: AssetScope): InlineElements {
  const { style } = arrangements[type];
  const arranged = blocks === "" ? style.replaceAll(rulesOfBlocks, "") : style;
  return inlineElements("style", [colorsOf(brand, scope), minified(baseStyle + blockStyles(blocks) + arranged)]);
}

/** Each rule is one line, and selects either only blocks or none. */
const rulesOfBlocks = /^[^{\n]*\.b-[^\n]*$/gm;

export function noticeStyles(brand: Look, scope: AssetScope | undefined): InlineElements {
  return inlineElements("style", [colorsOf(brand, scope), noticeSheet]);
}

export function answerStyles(brand: Look, scope: AssetScope): InlineElements {
  return inlineElements("style", [colorsOf(brand, scope), answerSheet]);
}

const noticeSheet = minified(baseStyle + noticeStyle);
const answerSheet = minified(baseStyle + answerStyle);

function colorsOf(brand: Look, scope: AssetScope | undefined): string {
  return fontRules(brand, scope) + schemesOf(brand);
}

function schemesOf(brand: Look): string {
  const palettes = palettesOf(brand?.colors);
  if (brand?.darkMode === "off" && palettes.light !== palettes.dark)
    return `:root{color-scheme:light;${properties(palettes.light)}}`;
  return colorSheet(palettes);
}

/** The logos of a wall are in one tone, dark on light, bright colours too. On a dark background the tone is inverted. */
const lightWall =
  ".logos li img{filter:var(--first,) grayscale(1) var(--tone,brightness(.625) contrast(4)) invert(1);mix-blend-mode:screen}";

const colorSheet = memoize(({ light, dark, paper }: Palettes): string => {
  // A logo is drawn for the brand's own background, so it keeps that in dark mode, or on paper, and so does the name in its place.
  const logoBackground = `.brand>img{background:${light.background};color:${light.text};border-radius:.5rem;padding:.3rem .5rem;-webkit-print-color-adjust:exact;print-color-adjust:exact}`;
  if (light === dark) {
    const onPaper = `@media print{:root{color-scheme:light;${properties(paper)}}${logoBackground}}`;
    return `:root{color-scheme:dark;${properties(dark)}}@media screen{${lightWall}}${onPaper}`;
  }
  const darkMode = `@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}${logoBackground}${lightWall}}`;
  return `:root{color-scheme:light dark;${properties(light)}}${darkMode}`;
});

function properties(palette: Palette): string {
  const { background, surface, line, text, muted, accent, fill, onFill } = palette;
  return Object.entries({
    bg: background,
    card: surface,
    line,
    ink: text,
    soft: muted,
    go: accent,
    fill,
    on: onFill,
    edge: edgeOf(palette),
    glow: mixed(isDark(background) ? surface : background, accent, 0.16),
    deep: deepOf(palette),
  })
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}

function minified(style: string): string {
  return style.replace(/\n\s*/g, "").replace(/;}/g, "}");
}
