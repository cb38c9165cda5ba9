import { memoize } from "../../caching/memoize";
import type { PageBrand } from "../page-document";

/** The colours of one scheme, light or dark. Text is legible on both `background` and `surface`. */
export interface Palette {
  background: string;
  /** The background of cards and fields. */
  surface: string;
  line: string;
  text: string;
  muted: string;
  /** Links, and the borders of buttons. */
  accent: string;
  /** The background of main buttons: the brand's own colour, or a shade of it on which `onFill` is legible. */
  fill: string;
  onFill: string;
}

/** WCAG AA for text. */
export const minContrast = 4.5;
/** WCAG AAA, for body text. */
const textContrast = 7;
/** WCAG AA for the borders of fields. */
const edgeContrast = 3;
/** From this contrast on, the brand's colour is made a little darker instead of having black letters on it. */
const nearlyContrast = 2.7;

const defaults = { primary: "#2f5d50", light: "#ffffff", dark: "#14171a", onLight: "#1b1f23", onDark: "#eceff1" };

export function palettesOf(colors: PageBrand["colors"] | undefined): Palettes {
  return brandPalettes(colors ?? noColors);
}

export interface Palettes {
  light: Palette;
  dark: Palette;
  /** In print, on white. */
  paper: Palette;
}

const noColors: PageBrand["colors"] = { primary: null, background: null, text: null };

/** A brand with a dark background looks the same in both schemes. For any other, the dark scheme is derived. */
const brandPalettes = memoize((colors: PageBrand["colors"]): Palettes => {
  const primary = colors.primary ?? defaults.primary;
  const background = colors.background ?? defaults.light;
  const own = palette(
    background,
    colors.text ?? (isDark(background) ? defaults.onDark : defaults.onLight),
    primary,
    colors.onPrimary,
  );
  if (isDark(background))
    return { light: own, dark: own, paper: palette(defaults.light, defaults.onLight, primary, colors.onPrimary) };
  const dark = palette(mixed(defaults.dark, primary, 0.04), defaults.onDark, primary, colors.onPrimary);
  return { light: own, dark, paper: own };
});

function palette(background: string, text: string, primary: string, onPrimary: string | null | undefined): Palette {
  const surface = surfaceOn(background);
  const legible = (color: string, contrast: number) =>
    withContrast(withContrast(color, background, contrast), surface, contrast, isDark(background));
  const ink = legible(text, textContrast);
  const accent = legible(primary, minContrast);
  return {
    background,
    surface,
    line: mixed(background, ink, 0.16),
    text: ink,
    muted: legible(mixed(ink, background, 0.3), minContrast),
    accent,
    ...filled(primary, onPrimary ?? null),
  };
}

/** White letters where a slightly darker shade allows them, else black ones, unless the brand has a colour for them. */
function filled(primary: string, onPrimary: string | null): Pick<Palette, "fill" | "onFill"> {
  const isNearlyLegible = contrastOf("#ffffff", primary) >= nearlyContrast;
  const onFill = onPrimary ?? (isNearlyLegible ? "#ffffff" : "#000000");
  return { fill: withContrast(primary, onFill, minContrast), onFill };
}

/** The far end of a gradient that begins with `fill`: darker, which keeps the hue, as far as the letters stay legible. */
export function deepOf({ fill, onFill }: Palette): string {
  const darker = mixed(fill, "#000000", 0.28);
  return contrastOf(darker, onFill) >= minContrast ? darker : fill;
}

/** Slightly nearer to the text colour than the background, unless that would cost too much contrast. */
function surfaceOn(background: string): string {
  const end = isDark(background) ? "#ffffff" : "#000000";
  const shade = mixed(background, end, isDark(background) ? 0.07 : 0.025);
  return contrastOf(shade, end) >= textContrast ? shade : background;
}

/** The border of a field. */
export function edgeOf({ text, background }: Palette): string {
  return withContrast(mixed(background, text, 0.4), background, edgeContrast);
}

export function isDark(color: string): boolean {
  return contrastOf(color, "#ffffff") > contrastOf(color, "#000000");
}

/** The colour itself, or the nearest lighter or darker one that has enough contrast. */
function withContrast(color: string, background: string, contrast: number, lighter = isDark(background)): string {
  if (contrastOf(color, background) >= contrast) return color;
  const end = lighter ? "#ffffff" : "#000000";
  let [near, far] = [0, 1];
  for (let step = 0; step < 10; step++) {
    const middle = (near + far) / 2;
    if (contrastOf(mixed(color, end, middle), background) >= contrast) far = middle;
    else near = middle;
  }
  return mixed(color, end, far);
}

/** The WCAG contrast ratio, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red, green, blue] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Triple = [number, number, number];

/** Mixes two colours in Oklab, which keeps the hue. */
export function mixed(from: string, to: string, share: number): string {
  const [start, end] = [oklab(linear(from)), oklab(linear(to))];
  return hex(fromOklab(start.map((value, index) => value + ((end[index] as number) - value) * share) as Triple));
}

function linear(color: string): Triple {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

function hex(channels: Triple): string {
  const bytes = channels.map((channel) => {
    const share = channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(Math.max(share, 0), 1) * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
