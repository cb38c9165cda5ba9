import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import type { PageMessage } from "./first-page";

/** The longer side of a page. */
const sidePixels = 1_440;

parentPort?.postMessage(await draw(workerData as string).catch((error: Error): PageMessage => ({ reason: error.message })));

async function draw(path: string): Promise<PageMessage> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(path));
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = sidePixels / Math.max(originalWidth, originalHeight);
  const [width, height] = [originalWidth, originalHeight].map((side) => Math.round(side * scale)) as [number, number];
  // Written so that sizes that are no numbers are refused as well.
  if (!(width >= 1 && height >= 1 && width <= sidePixels && height <= sidePixels)) return { reason: "its page has no size" };
  // Without `renderFormFields`, no field and no script of the document is looked at.
  const { data } = await page.render({ width, height, render: "bitmap" });
  return { pixels: data, width, height };
}
