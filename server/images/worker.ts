import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { isPackedBomb } from "./png";
import type { DrawRequest, ImageFormat } from "./port";
import type { WorkerMessage } from "./preview-worker";

// A process of its own: image libraries are where bombs go off. Time is watched from outside, memory here.
const maxSidePixels = 640;
const maxInputPixels = 50_000_000;
const maxMemoryBytes = 512 * 1_048_576;
const memoryCheckMs = 10;

/** Nothing else is ever parsed, whatever the file turns out to hold. */
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
  // Said to the one outside, who ends us: an orderly exit would wait for the very work that is too much.
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

/** Undefined when it was drawn, else why not. */
async function draw({ format, from, to }: DrawRequest): Promise<string | undefined> {
  if (format === "png" && (await isPackedBomb(from))) return "it packs more than the image";
  // Handed over as bytes, an SVG has no place of its own and so nothing beside it that it could load.
  const source = format === "svg" ? await readFile(from) : from;
  const image = sharp(source, { limitInputPixels: maxInputPixels });
  const { format: found, compression } = await image.metadata();
  if (found !== (format === "avif" ? "heif" : format) || (format === "avif" && compression !== "av1")) return `it is ${found}`;
  await image
    .autoOrient()
    .resize({ width: maxSidePixels, height: maxSidePixels, fit: "inside", withoutEnlargement: true })
    .webp()
    .toFile(to);
  return undefined;
}
