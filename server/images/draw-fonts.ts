import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { blankFamily, blankFont } from "../fonts/blank-font";
import { drawnFontFiles } from "../fonts/font-files";
import { toSfnt } from "../fonts/sfnt";

/** Writes the fonts that texts in pictures are drawn with, one after the other, because unpacking them holds up pages. */
export async function writeDrawFonts(parent: string): Promise<void> {
  const folder = join(parent, "fonts");
  await mkdir(folder, { recursive: true });
  for (const path of drawnFontFiles()) {
    await writeFile(join(folder, `${basename(path, ".woff")}.ttf`), toSfnt(await readFile(path)));
  }
  await writeFile(join(folder, "blank.ttf"), blankFont());
  await writeFile(drawFontsConfig(parent), configuration(folder));
}

/** The file that names these fonts. */
export function drawFontsConfig(parent: string): string {
  return join(parent, "fonts", "fonts.conf");
}

/** Letters that these fonts lack are drawn in the system's, if it has some, and are else left out. */
function configuration(folder: string): string {
  const escaped = folder.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${escaped}</dir><dir>/usr/share/fonts</dir><cachedir>${escaped}/cache</cachedir>${withoutSerifs}${blankIsLast}</fontconfig>`;
}

/** Our own first, for which the widths of texts are reckoned (Manrope has Greek and Cyrillic), then as most servers have them: without serifs too. */
const withoutSerifs = `<alias><family>sans-serif</family><prefer><family>Manrope</family><family>Noto Sans Arabic</family><family>Noto Sans Hebrew</family><family>Noto Sans</family><family>DejaVu Sans</family></prefer></alias>`;

/** A font of symbols, in a language that nobody asks for, comes after all others. */
const blankIsLast = `<match target="scan"><test name="family"><string>${blankFamily}</string></test><edit name="symbol" mode="assign"><bool>true</bool></edit><edit name="lang" mode="assign"><langset><string>zxx</string></langset></edit></match>`;
