import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { brandFonts } from "../../contract/pages/fonts";
import { drawFontsConfig, writeDrawFonts } from "../../server/images/draw-fonts";
import { createPreviews } from "../../server/images/pool";
import { PreviewWorker } from "../../server/images/preview-worker";
import { drawShare } from "../../server/rendering";
import { fonts } from "../../server/rendering/style/fonts";

const folder = mkdtempSync(join(tmpdir(), "foyer-letters-"));
const previews = createPreviews(folder);

afterAll(() => {
  previews.close();
  rmSync(folder, { recursive: true });
});

async function drawn(title: string): Promise<string> {
  const [from, to] = [join(folder, "from.svg"), join(folder, "to.jpg")];
  writeFileSync(from, drawShare({ title, recipients: ["Ada"], brand: null, logo: null, language: "en" }));
  await previews.draw({ tenantId: "a", format: "svg", from, to, as: { type: "jpeg", width: 1_200 } });
  return readFileSync(to).toString("base64");
}

test("the picture for sharing leaves out letters that no font of the server has, in place of boxes", async () => {
  // For private use, so that no machine has a font for them.
  const inNoFont = "\u{e123}";
  const nothing = await drawn("");
  expect(await drawn(inNoFont.repeat(3))).toBe(nothing);
  expect(await drawn(`${inNoFont}Launch`)).toBe(await drawn("Launch"));
  for (const letters of ["Größe", "Łódź"]) expect(await drawn(letters)).not.toBe(nothing);
});

test("a server without fonts draws the names of Central Europe, each letter in the brand's own font", async () => {
  const parent = join(folder, "alone");
  mkdirSync(parent);
  await writeDrawFonts(parent);
  const config = drawFontsConfig(parent);
  writeFileSync(config, readFileSync(config, "utf8").replace("<dir>/usr/share/fonts</dir>", ""));
  const worker = new PreviewWorker(config, { onFree() {}, onEnd() {} });
  /** Names, each followed by the same without marks, which is about as wide. */
  const names = ["Łukasław", "Lukaslaw", "ąęśćżź", "aesczz", "čěňřšů", "cenrsu", "ğışİőű", "gisIou", "țșăāēģ", "tsaaeg"];
  const inNoFont = "\u0189";
  const rows = brandFonts.flatMap((font) =>
    [400, 700].flatMap((weight) => [...names, inNoFont, ""].map((text) => ({ font, weight, text }))),
  );
  const [wide, high] = [250, 60];
  const texts = rows.map(
    ({ font, weight, text }, row) =>
      `<text x="10" y="${row * high + 40}" font-size="30" font-weight="${weight}" font-family="${fonts[font].family}">${text}</text>`,
  );
  const [from, to] = [join(parent, "from.svg"), join(parent, "to.png")];
  writeFileSync(
    from,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${rows.length * high}"><rect width="100%" height="100%" fill="#fff"/>${texts.join("")}</svg>`,
  );
  await worker.draw({ tenantId: "a", format: "svg", from, to, as: { type: "png", width: wide } });
  worker.end();
  const pixels = await sharp(to).greyscale().raw().toBuffer();
  const widths = rows.map((_, row) => {
    const columns = Array.from({ length: wide }, (_, x) => x).filter((x) => {
      for (let y = row * high; y < (row + 1) * high; y++) if ((pixels[y * wide + x] as number) < 128) return true;
      return false;
    });
    return columns.length === 0 ? 0 : (columns.at(-1) as number) - (columns[0] as number) + 1;
  });
  const odd = rows.flatMap(({ font, weight, text }, row) => {
    const [width = 0, plain = 0] = widths.slice(row);
    if (row % 2 === 1) return [];
    const isRight = text === inNoFont ? width === 0 : plain > 0 && width > plain * 0.9 && width < plain * 1.25;
    return isRight ? [] : [{ font, weight, text, width, plain }];
  });
  expect(odd).toEqual([]);
});

test("a server that has drawn nothing yet finds its fonts again after dependencies were installed anew", async () => {
  const project = mkdtempSync(join(tmpdir(), "foyer-fonts-"));
  for (const part of ["server/fonts/font-files.ts", "contract/pages/fonts.ts", "node_modules/zod", "node_modules/@fontsource"]) {
    cpSync(join(import.meta.dir, "../..", part), join(project, part), { recursive: true });
  }
  const script = `
    import { renameSync } from "node:fs";
    import { fontFile } from "./server/fonts/font-files";
    const found = () => { try { return fontFile("dm-sans", 700, "woff").length > 1_000; } catch { return false; } };
    renameSync("node_modules/@fontsource", "removed");
    const meanwhile = found();
    renameSync("removed", "node_modules/@fontsource");
    console.log(meanwhile, found());`;
  writeFileSync(join(project, "main.ts"), script);
  expect(await Bun.$`${process.execPath} main.ts`.cwd(project).text()).toBe("false true\n");
  rmSync(project, { recursive: true });
});
