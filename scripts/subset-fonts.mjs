// Makes server/fonts/basic: the letters that most pages have, so that a first visit loads no more than these.
// Run it after an update of a font: npm install --no-save subset-font@2.9.0 && node scripts/subset-fonts.mjs
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const fonts = ["dm-sans", "figtree", "manrope", "plus-jakarta-sans"];
const root = new URL("../", import.meta.url);
const [, ranges] = /basicLetters =\s*"([^"]*)"/.exec(readFileSync(new URL("server/fonts/basic-letters.ts", root), "utf8"));
const letters = ranges.split(",").flatMap((range) => {
  const [first, last = first] = range
    .replace("U+", "")
    .split("-")
    .map((code) => Number.parseInt(code, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
});
mkdirSync(new URL("server/fonts/basic/", root), { recursive: true });
for (const font of fonts) {
  for (const weight of [400, 700]) {
    const from = new URL(`node_modules/@fontsource/${font}/files/${font}-latin-${weight}-normal.woff2`, root);
    const made = await subsetFont(readFileSync(from), letters.join(""), { targetFormat: "woff2" });
    writeFileSync(new URL(`server/fonts/basic/${font}-${weight}.woff2`, root), made);
    console.log(font, weight, made.length);
  }
}
