import { readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import sharp, { type Sharp } from "sharp";
import { drawFirstPage } from "./first-page";
import { isPackedBomb } from "./png";
import { type DrawnAs, type DrawRequest, type ImageFormat, type ImageSize, maxImageMegapixels } from "./port";
import type { WorkerMessage } from "./preview-worker";

// Runs as a process of its own, because an image may crash or exhaust its decoder. The parent limits the time, this process
// its memory.
const maxSidePixels = 640;
const maxMemoryBytes = 512 * 1_048_576;
const memoryCheckMs = 10;
/** AVIF takes several times as long with the usual effort, and becomes a few percent smaller. */
const avif = { quality: 55, effort: 2 };
const webp = { quality: 80, effort: 3 };

/** No other loader is allowed, whatever the file contains. */
const loaders: Record<ImageFormat, string> = {
  png: "VipsForeignLoadPng",
  jpeg: "VipsForeignLoadJpeg",
  gif: "VipsForeignLoadNsgif",
  webp: "VipsForeignLoadWebp",
  avif: "VipsForeignLoadHeif",
  svg: "VipsForeignLoadSvg",
};

// Pages are answered first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: Object.values(loaders) });

const watch = setInterval(() => {
  if (process.memoryUsage.rss() <= maxMemoryBytes) return;
  clearInterval(watch);
  // The parent ends this process, because an exit from here would wait for the work that is too much.
  say({ reason: "it takes too much memory to draw", isSpent: true });
}, memoryCheckMs);
watch.unref();

process.on("disconnect", () => process.exit(0));
process.on("message", async (request: DrawRequest) => {
  say({ begun: true });
  const drawn = await draw(request).catch((error: Error) => error.message);
  say(typeof drawn === "string" ? { reason: drawn } : { size: drawn });
});

function say(message: WorkerMessage): void {
  process.send?.(message);
}

/** Returns the image's size, or why it can't be drawn. */
async function draw({ format, from, to, as }: DrawRequest): Promise<ImageSize | string> {
  if (format === "pdf") {
    const { pixels, width, height } = await drawFirstPage(from);
    await write(sharp(pixels, { raw: { width, height, channels: 4 } }), to, as);
    return { width, height };
  }
  if (format === "png" && (await isPackedBomb(from))) return "it packs more than the image";
  // Read as bytes, an SVG has no path, and so can't load files beside it.
  const source = format === "svg" ? await readFile(from) : from;
  const image = sharp(source, { limitInputPixels: maxImageMegapixels * 1_000_000 });
  const { format: found, compression, autoOrient: size } = await image.metadata();
  if (found !== (format === "avif" ? "heif" : format) || (format === "avif" && compression !== "av1")) return `it is ${found}`;
  await write(image.autoOrient(), to, as);
  return { width: size.width, height: size.height };
}

async function write(image: Sharp, to: string, as: DrawnAs | undefined): Promise<void> {
  const box = as ? { width: as.width } : { width: maxSidePixels, height: maxSidePixels };
  const resized = image.resize({ ...box, fit: "inside", withoutEnlargement: true });
  if (as?.type === "avif") await resized.avif(avif).toFile(to);
  else if (as?.type === "jpeg") await resized.flatten().jpeg({ quality: 86 }).toFile(to);
  else await resized.webp(as && webp).toFile(to);
}
