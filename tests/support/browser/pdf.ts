import { PDFiumLibrary } from "@hyzyla/pdfium";

/** The sheets of a PDF by their sizes, in points. Chromium writes these parts as plain text. */
export function pagesInPdf(pdf: Buffer): { width: number; height: number }[] {
  const objects = pdf.toString("latin1").split(/\bendobj\b/);
  return objects
    .filter((object) => /\/Type\s*\/Page\b/.test(object))
    .map((object) => {
      const [, left, bottom, right, top] = /\/MediaBox\s*\[\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+?)\s*\]/.exec(object) ?? [];
      return { width: Number(right) - Number(left), height: Number(top) - Number(bottom) };
    });
}

export interface Sheet {
  /** Without white space: lines break anywhere. */
  letters: string;
  /** As they stand on the sheet: words, and parts of words, that follow each other. */
  lines: string[];
  width: number;
  height: number;
  /** How much of the sheet has a colour like this, from 0 to 1. */
  shareOf(isLike: (red: number, green: number, blue: number) => boolean): number;
}

/** The sheets of a PDF as a reader sees them, one point to a pixel. */
export async function drawnSheets(pdf: Buffer): Promise<Sheet[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const sheets: Sheet[] = [];
  for (const page of document.pages()) {
    // Drawing closes the page.
    const text = page.getText();
    const letters = text.replaceAll(/\s/g, "");
    const lines = text.split(/\s+/);
    const { data, width, height } = await page.render({ scale: 1, render: "bitmap" });
    const shareOf: Sheet["shareOf"] = (isLike) => {
      let found = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (isLike(data[at] as number, data[at + 1] as number, data[at + 2] as number)) found++;
      }
      return found / (width * height);
    };
    sheets.push({ letters, lines, width, height, shareOf });
  }
  document.destroy();
  library.destroy();
  return sheets;
}
