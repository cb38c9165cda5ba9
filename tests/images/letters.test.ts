import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { type BrandFont, brandFonts } from "../../contract/pages/fonts";
import { drawFontsConfig, writeDrawFonts } from "../../server/images/draw-fonts";
import { createPreviews } from "../../server/images/pool";
import { PreviewWorker } from "../../server/images/preview-worker";
import { drawShare, type PageBrand } from "../../server/rendering";
import { fonts } from "../../server/rendering/style/fonts";

const folder = mkdtempSync(join(tmpdir(), "foyer-letters-"));
const previews = createPreviews(folder);

afterAll(() => {
  previews.close();
  rmSync(folder, { recursive: true });
});

async function drawn(title: string, by: Pick<PreviewWorker, "draw"> = previews, font?: BrandFont): Promise<string> {
  const [from, to] = [join(folder, "from.svg"), join(folder, "to.jpg")];
  writeFileSync(
    from,
    drawShare({ title, recipients: ["Ada"], brand: font ? brandWith(font) : null, logo: null, language: "en" }),
  );
  await by.draw({ tenantId: "a", format: "svg", from, to, as: { type: "jpeg", width: 1_200 } });
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
  /** Names, each followed by the same without marks, which is about as wide. */
  const names = ["Łukasław", "Lukaslaw", "ąęśćżź", "aesczz", "čěňřšů", "cenrsu", "ğışİőű", "gisIou", "țșăāēģ", "tsaaeg"];
  const inNoFont = "\u0189";
  const rows = brandFonts.flatMap((font) =>
    [400, 700].flatMap((weight) => [...names, inNoFont, ""].map((text) => ({ font, weight, text }))),
  );
  const inks = await inksOf(rows);
  const odd = rows.flatMap(({ font, weight, text }, row) => {
    const [width = 0, plain = 0] = inks.slice(row).map((columns) => columns.length);
    if (row % 2 === 1) return [];
    const isRight = text === inNoFont ? width === 0 : plain > 0 && width > plain * 0.9 && width < plain * 1.25;
    return isRight ? [] : [{ font, weight, text, width, plain }];
  });
  expect(odd).toEqual([]);
});

test("a server without fonts draws Arabic, Persian, Urdu and Hebrew: every letter, joined, with its marks, from the right", async () => {
  const scripts = [
    "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي",
    "پچژگکیەۀ٠١٢٣٤٥٦٧٨٩۴۵۶،؟",
    "ٹڈڑںھہےۓ",
    "אבגדהוזחטיךכלםמןנסעףפץצקרשת״׳₪",
  ];
  const letters = scripts.flatMap((script) => [...script]);
  const apart = [..."تبيين"].join("\u200c");
  const texts = ["تبيين", apart, "تَبْيِيِنٌ", "שלום", "שָׁלוֹם", "אב", "ב", ...letters];
  const regular = await inksOf(texts.map((text) => ({ font: "figtree", weight: 400, text })));
  const bold = await inksOf(texts.map((text) => ({ font: "figtree", weight: 700, text })));
  expect(letters.filter((letter) => [regular, bold].some((inks) => inks[texts.indexOf(letter)]?.length === 0))).toEqual([]);
  for (const inks of [regular, bold]) {
    const [joined = 0, inParts = 0, marked = 0, plain = 0, pointed = 0] = inks.map((columns) => columns.length);
    expect(joined).toBeLessThan(inParts * 0.8);
    expect(Math.abs(marked - joined)).toBeLessThanOrEqual(3);
    expect(Math.abs(pointed - plain)).toBeLessThanOrEqual(3);
    const [both = [], second = []] = inks.slice(5);
    expect(both.slice(0, second.length - 1)).toEqual(second.slice(0, -1));
  }
  for (const index of [0, 3]) expect(bold[index]?.length).toBeGreaterThan(regular[index]?.length as number);
});

test.each(brandFonts)(
  "names in Hebrew, Arabic, Greek and Cyrillic look the same whatever fonts the server has, beside %s",
  async (font) => {
    const title = "שלום עולם، محمد العلي 2026, Ελλάδα, Юлия";
    const before = await drawn(title, previews, font);
    expect(await drawn(title, await aloneWorker(), font)).toBe(before);
  },
);

test("no title and no name reaches the edge of the picture, of whatever letters it is", async () => {
  const [from, to] = [join(folder, "edge.svg"), join(folder, "edge.png")];
  const words = [
    "שתשתם",
    "השתתפות",
    "מתאם",
    "אחת",
    "צששץ",
    "ضصش",
    "طظط",
    "ہے کے لیے",
    "ښړښ",
    "﷽",
    "ﷺﷴ",
    "Œœ",
    "WMW",
    "ЖЩ",
    "жщю",
  ];
  const [wide, least] = [1_200, 44];
  const cut: string[] = [];
  for (const word of words) {
    const text = `${word} `.repeat(60);
    writeFileSync(
      from,
      drawShare({ title: text, recipients: [text], brand: brandWith("figtree", text), logo: null, language: "en" }),
    );
    await previews.draw({ tenantId: "a", format: "svg", from, to, as: { type: "png", width: wide } });
    const pixels = await sharp(to).greyscale().raw().toBuffer();
    const isNearEdge = (at: number) => at % wide < least || at % wide >= wide - least;
    if (pixels.some((bright, at) => bright > 200 && isNearEdge(at))) cut.push(word);
  }
  expect(cut).toEqual([]);
}, 60_000);

function brandWith(font: BrandFont, name = "Northwind"): PageBrand {
  return { name, font, colors: { primary: "#27496d", background: null, text: null } } as PageBrand;
}

/** A worker on a server that has no fonts of its own. */
async function aloneWorker(): Promise<Pick<PreviewWorker, "draw">> {
  const parent = join(folder, "alone");
  mkdirSync(parent, { recursive: true });
  await writeDrawFonts(parent);
  const config = drawFontsConfig(parent);
  writeFileSync(config, readFileSync(config, "utf8").replace("<dir>/usr/share/fonts</dir>", ""));
  const worker = new PreviewWorker(config, { onFree: () => worker.end(), onEnd() {} });
  return worker;
}

interface Text {
  font: BrandFont;
  weight: number;
  text: string;
}

/** What is drawn of each text on a server without fonts, in columns of pixels from its first to its last. */
async function inksOf(rows: readonly Text[]): Promise<string[][]> {
  const worker = await aloneWorker();
  const [wide, high] = [250, 60];
  const texts = rows.map(
    ({ font, weight, text }, row) =>
      `<text x="10" y="${row * high + 40}" font-size="30" font-weight="${weight}" font-family="${fonts[font].family}">${text}</text>`,
  );
  const [from, to] = [join(folder, "rows.svg"), join(folder, "rows.png")];
  writeFileSync(
    from,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${rows.length * high}"><rect width="100%" height="100%" fill="#fff"/>${texts.join("")}</svg>`,
  );
  await worker.draw({ tenantId: "a", format: "svg", from, to, as: { type: "png", width: wide } });
  const pixels = await sharp(to).greyscale().raw().toBuffer();
  return rows.map((_, row) => {
    const columns = Array.from({ length: wide }, (_, x) =>
      Array.from({ length: high }, (_, y) => pixels[(row * high + y) * wide + x] as number),
    );
    const isInk = (column: number[]) => column.some((pixel) => pixel < 128);
    return columns
      .slice(Math.max(0, columns.findIndex(isInk)), columns.findLastIndex(isInk) + 1)
      .map((column) => column.join(" "));
  });
}

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
