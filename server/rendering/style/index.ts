import type { Page } from "../../../contract";
import { memoize } from "../../caching/memoize";
import { arrangements } from "../arrangements";
import { blockStyles } from "../entries";
import { type InlineElements, inlineElements } from "../head/inline-elements";
import { baseStyle } from "./base";
import { edgeOf, mixed, type Palette, type Palettes, palettesOf } from "./colors";
import { noticeStyle } from "./notice";

type Colors = Parameters<typeof palettesOf>[0];

export function pageStyles(type: Page["pageType"], colors: Colors, blocks: string): InlineElements {
  return inlineElements("style", [colorsOf(colors), minified(baseStyle + blockStyles(blocks) + arrangements[type].style)]);
}

export function noticeStyles(colors: Colors): InlineElements {
  return inlineElements("style", [colorsOf(colors), noticeSheet]);
}

const noticeSheet = minified(baseStyle + noticeStyle);

function colorsOf(colors: Colors): string {
  return colorSheet(palettesOf(colors));
}

const colorSheet = memoize(({ light, dark }: Palettes): string => {
  if (light === dark) return `:root{color-scheme:dark;${properties(dark)}}`;
  // Logos are drawn for light backgrounds, so they keep one in dark mode.
  const logoBackground = `.brand img,.logos img{background:${light.background};border-radius:.5rem;padding:.3rem .5rem}`;
  const darkMode = `@media(prefers-color-scheme:dark){:root{${properties(dark)}}${logoBackground}}`;
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
    glow: mixed(background, accent, 0.16),
    deep: mixed(fill, onFill === "#ffffff" ? "#000000" : "#ffffff", 0.28),
  })
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}

function minified(style: string): string {
  return style.replace(/\n\s*/g, "").replace(/;}/g, "}");
}
