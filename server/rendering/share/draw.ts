import { isRightToLeft } from "../language/direction";
import { deepOf, palettesOf } from "../style/colors";
import { fonts } from "../style/fonts";
import { escapeHtml } from "../templates/escape";
import { type ShareCard, type ShareLogo, shareHeight, shareWidth } from "./share";

const margin = 88;
const room = shareWidth - 2 * margin;
const sizes = [84, 72, 60, 50] as const;
const maxLines = 4;
const maxTitleLength = 300;

/** Of a wide logo, and of one that is about as wide as high. */
const logoHeights = [64, 84] as const;
const maxLogoWidth = 440;
const platePadding = 16;
const logoMiddle = 98;

/** The picture as a drawing. The longer the title, the smaller its letters. `logo`: a `data:` address, if it can be shown. */
export function drawShare({ title, recipients, brand, logo: shown, language }: ShareCard, logo?: string): string {
  const palette = palettesOf(brand?.colors).light;
  const { fill, onFill } = palette;
  const isRtl = isRightToLeft(language);
  const x = isRtl ? shareWidth - margin : margin;
  const family = escapeHtml(`${fonts[brand?.font ?? "manrope"].family},sans-serif`);
  const names = recipients.map(cleaned).filter(Boolean).map(isolated).join(" · ");
  const { size, lines } = fitted(limited(cleaned(title)));
  const text = (y: number, pixels: number, weight: number, content: string, opacity = 1) =>
    `<text x="${x}" y="${y}" font-size="${pixels}" font-weight="${weight}" fill-opacity="${opacity}"${isRtl ? ' direction="rtl"' : ""}>${escapeHtml(content)}</text>`;
  const lineHeight = size * 1.14;
  const first = 340 - ((lines.length - 1) * lineHeight) / 2;
  const mark = isRtl ? shareWidth - margin - 64 : margin;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shareWidth}" height="${shareHeight}">` +
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${fill}"/><stop offset="1" stop-color="${deepOf(palette)}"/></linearGradient></defs>` +
    `<rect width="100%" height="100%" fill="url(#g)"/><g font-family="${family}" fill="${onFill}">` +
    (shown && logo
      ? drawLogo(shown, logo, isRtl, palette.background)
      : text(112, 34, 700, shortened(isolated(cleaned(brand?.name ?? "")), room / 34))) +
    lines.map((line, index) => text(first + index * lineHeight, size, 700, line)).join("") +
    `<rect x="${mark}" y="${shareHeight - 132}" width="64" height="5" rx="2"/>` +
    text(shareHeight - 72, 32, 400, shortened(names, room / 32), 0.95) +
    "</g></svg>"
  );
}

function drawLogo({ width, height, onPlate }: ShareLogo, address: string, isRtl: boolean, background: string): string {
  const [low, high] = logoHeights;
  const scale = Math.min((width > 1.5 * height ? low : high) / height, maxLogoWidth / width);
  const [wide, tall] = [width * scale, height * scale];
  const inset = margin + (onPlate ? platePadding : 0);
  const x = isRtl ? shareWidth - inset - wide : inset;
  const box = (around: number) =>
    `x="${x - around}" y="${logoMiddle - tall / 2 - around}" width="${wide + 2 * around}" height="${tall + 2 * around}"`;
  const plate = onPlate ? `<rect ${box(platePadding)} rx="14" fill="${background}"/>` : "";
  return `${plate}<image ${box(0)} href="${address}"/>`;
}

/** In the largest letters of which a few lines hold the title, and each word as a whole. */
function fitted(title: string): { size: number; lines: string[] } {
  for (const size of sizes) {
    const lines = wrapped(title, room / size);
    const isWhole = title.split(/\s+/).every((word) => piecesOf(word, room / size).length === 1 || anywhere.test(word));
    if (isWhole && lines.length <= (size > 60 ? 3 : maxLines)) return { size, lines };
  }
  const size = sizes.at(-1) as number;
  const all = wrapped(title, room / size);
  const lines = all.slice(0, maxLines);
  if (all.length > maxLines) lines[maxLines - 1] = shortened(`${all.slice(maxLines - 1).join(" ")}`, room / size);
  return { size, lines };
}

/** `width` in the size of the letters. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let lineWidth = 0;
  for (const word of text.split(/\s+/)) {
    let gap = line === "" ? "" : " ";
    for (const piece of piecesOf(word, width)) {
      const added = widthOf(gap + piece);
      if (line !== "" && lineWidth + added > width) {
        lines.push(line);
        line = piece;
        lineWidth = widthOf(piece);
      } else {
        line += gap + piece;
        lineWidth += added;
      }
      gap = "";
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** Letters of Chinese, Japanese and their like, which a line may end after. */
const anywhere = /[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef]/;
const letters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** What a line may end after: a word, or each of its letters where it is too long or its script has no spaces. */
function piecesOf(word: string, width: number): string[] {
  if (!anywhere.test(word) && widthOf(word) <= width) return [word];
  return Array.from(letters.segment(word), ({ segment }) => segment);
}

/** How wide letters are in bold, in their size: the first that a letter is one of. */
const widths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/, 1.02],
  [/[ ilIjtfr.,:;'!|()[\]]/, 0.34],
  [/[MWŒÆЖМФШЩЫЮ]/, 1.02],
  [/[mwœæжмфшщыю@%—…]/, 0.92],
  [/[\p{M}\p{Cf}]/u, 0],
  // Of Hebrew: gimel, vav, zayin, yod, nun and its final form; shin.
  [/[\u05d2\u05d5\u05d6\u05d9\u05df\u05e0]/, 0.42],
  [/\u05e9/, 0.78],
  [/\p{Script=Hebrew}/u, 0.68],
  // Of Arabic: letters with teeth or a loop, those with a long foot, and words that are one sign.
  [/[\u0633-\u0636\u0699-\u069e\u06fa\u06fb\u0750-\u077f]/, 1.06],
  [/[\u0637\u0638\u069f\u06d2\u06d3]/, 0.86],
  [/[\ufdf0-\ufdfc]/, 1.85],
  [/\ufdfd/, 10.9],
  [/\p{Script=Arabic}/u, 0.6],
  [/[A-Z]|[^\u0000-\u024f]/, 0.72],
];

/** About as wide as a text is in bold letters. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += widths.find(([ones]) => ones.test(letter))?.[1] ?? 0.6;
  return width;
}

/** Without emoji: few servers have letters for them, and boxes would be drawn instead. */
function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufdd0-\ufddf\ufffe\uffff]/g, " ")
    .replace(/(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3|\ufe0f)\u200d?/gu, (sign) =>
      /[©®™]/.test(sign) ? sign : "",
    )
    .replace(/\s+/g, " ")
    .trim();
}

/** A name in its own direction (FSI, PDI): "3M" stays together beside one in Hebrew, and "Inc." ends with its full stop. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** Signs that take no room let a title be long and fit all the same: it must not end within a letter, nor without a word. */
function limited(title: string): string {
  if (title.length <= maxTitleLength) return title;
  let shown = "";
  for (const { segment } of letters.segment(title)) {
    if (shown.length + segment.length > maxTitleLength) break;
    shown += segment;
  }
  return `${shown.trimEnd()}…`;
}

/** Cut to `width`, in the size of the letters. */
function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [shown, left] = ["", width - widthOf("…")];
  for (const { segment } of letters.segment(text)) {
    left -= widthOf(segment);
    if (left < 0) break;
    shown += segment;
  }
  return `${shown.trimEnd()}…`;
}
