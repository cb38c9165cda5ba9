import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brandFonts } from "../../contract/pages/fonts";
import { fontFile, fontWeights } from "../fonts/font-files";
import { toSfnt } from "../fonts/sfnt";

/** Writes the fonts that texts in pictures are drawn with. Returns the configuration file that names them. */
export function writeDrawFonts(parent: string): string {
  const folder = join(parent, "fonts");
  mkdirSync(folder, { recursive: true });
  for (const font of brandFonts) {
    for (const weight of fontWeights) {
      writeFileSync(join(folder, `${font}-${weight}.ttf`), toSfnt(fontFile(font, weight, "woff")));
    }
  }
  const file = join(folder, "fonts.conf");
  writeFileSync(file, configuration(folder));
  return file;
}

/** Letters that these fonts lack are drawn in the system's, if it has some. */
function configuration(folder: string): string {
  const escaped = folder.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${escaped}</dir><dir>/usr/share/fonts</dir><cachedir>${escaped}/cache</cachedir></fontconfig>`;
}
