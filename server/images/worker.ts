import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { isPackedBomb } from "./png";
import { type DrawRequest, type ImageFormat, maxImageMegapixels } from "./port";
import type { WorkerMessage } from "./preview-worker";

// Runs as a process of its own, because an image may crash or exhaust its decoder. The parent limits the time, this process
// its memory.
const maxSidePixels = 640;
const maxMemoryBytes = 512 * 1_048_576;
const memoryCheckMs = 10;

/** No other loader is allowed, whatever the file contains. */
const loaders: Record<ImageFormat, string> = {
  png: "VipsForeignLoadPng",
  jpeg: "VipsForeignLoadJpeg",
  gif: "VipsForeignLoadNsgif",
  webp: "VipsForeignLoadWebp",
  avif: "VipsForeignLoadHeif",
  svg: "VipsForeignLoadSvg",
};

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
  say({ reason: await draw(request).catch((error: Error) => error.message) });
});

function say(message: WorkerMessage): void {
  process.send?.(message);
}

/** Returns why the image can't be drawn, or undefined. */
async function draw({ format, from, to }: DrawRequest): Promise<string | undefined> {
  if (format === "png" && (await isPackedBomb(from))) return "it packs more than the image";
  // Read as bytes, an SVG has no path, and so can't load files beside it.
  const source = format === "svg" ? await readFile(from) : from;
  const image = sharp(source, { limitInputPixels: maxImageMegapixels * 1_000_000 });
  const { format: found, compression } = await image.metadata();
  if (found !== (format === "avif" ? "heif" : format) || (format === "avif" && compression !== "av1")) return `it is ${found}`;
  await image
    .autoOrient()
    .resize({ width: maxSidePixels, height: maxSidePixels, fit: "inside", withoutEnlargement: true })
    .webp()
    .toFile(to);
  return undefined;
}
