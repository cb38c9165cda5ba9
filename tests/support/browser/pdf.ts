import { PDFiumLibrary, type PDFiumPage } from "@hyzyla/pdfium";

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
}

export interface DrawnSheet extends Sheet {
  /** How much of the sheet has a colour like this, from 0 to 1. */
  shareOf(isLike: (red: number, green: number, blue: number) => boolean): number;
}

/** What is written on the sheets of a PDF. */
export function readSheets(pdf: Buffer): Promise<Sheet[]> {
  return sheetsOf(pdf, async (page) => textOf(page));
}

/** The sheets of a PDF as a reader sees them, one point to a pixel. */
export function drawnSheets(pdf: Buffer): Promise<DrawnSheet[]> {
  return sheetsOf(pdf, async (page) => {
    // Drawing closes the page.
    const text = textOf(page);
    const { data, width, height } = await page.render({ scale: 1, render: "bitmap" });
    const shareOf: DrawnSheet["shareOf"] = (isLike) => {
      let found = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (isLike(data[at] as number, data[at + 1] as number, data[at + 2] as number)) found++;
      }
      return found / (width * height);
    };
    return { ...text, shareOf };
  });
}

let library: Promise<PDFiumLibrary> | undefined;

/** One library for all files: loading it takes longer than reading most of them. */
async function sheetsOf<Kind>(pdf: Buffer, read: (page: PDFiumPage) => Promise<Kind>): Promise<Kind[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  const sheets: Kind[] = [];
  for (const page of document.pages()) sheets.push(await read(page));
  document.destroy();
  return sheets;
}

function textOf(page: PDFiumPage): Sheet {
  const text = page.getText();
  return { letters: text.replaceAll(/\s/g, ""), lines: text.split(/\s+/) };
}
