import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { yieldToPages } from "../event-loop/low-priority";
import { drawFirstPage } from "./first-page";
import { isPackedBomb } from "./png";
import {
  type DrawableFormat,
  type DrawnAs,
  type DrawnImage,
  type DrawRequest,
  type ImageFormat,
  type ImageSize,
  maxImageMegapixels,
} from "./port";
import type { WorkerMessage } from "./preview-worker";

// Runs as a process of its own, because an image may crash or exhaust its decoder.
const maxSidePixels = 640;
const maxMemoryBytes = 512 * 1_048_576;
const checkMs = 10;
const drawTimeoutMs = 10_000;
/** A drawing or a page can take any amount of work to draw; harmless ones take less time than this. */
const slowestMs: Partial<Record<DrawableFormat, number>> = { svg: 2_000, pdf: 5_000 };
/** An image is given up only if it had a processor for this share of its time: otherwise the machine was busy. */
const leastCpuShare = 0.25;
/** The part of an icon on each side of a logo that stays empty. */
const iconMargin = 0.14;
/** An image is light if this much of what is seen is at least so bright, from 0 to 255, and some of it is transparent. */
const mostlyBright = 0.5;
const leastBrightness = 200;
const mostSeen = 0.95;
const sampleSide = 96;
/** In points to the inch. */
const usualDensity = 72;
const maxDensity = 2_400;
/** AVIF takes several times as long with the usual effort, and becomes a few percent smaller. */
const avif = { quality: 55, effort: 2 };
const webp = { quality: 80, effort: 3 };

const limits = { limitInputPixels: maxImageMegapixels * 1_000_000 };

/** No other loader is allowed, whatever the file contains. */
const loaders: Record<ImageFormat, string> = {
  png: "VipsForeignLoadPng",
  jpeg: "VipsForeignLoadJpeg",
  gif: "VipsForeignLoadNsgif",
  webp: "VipsForeignLoadWebp",
  avif: "VipsForeignLoadHeif",
  svg: "VipsForeignLoadSvg",
};

yieldToPages();
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: Object.values(loaders) });

// At once: an exit would wait for the image that is being drawn.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", async (request: DrawRequest) => {
  say({ begun: true });
  const watch = watchLimits(request.format);
  const drawn = await draw(request).catch((error: Error) => error.message);
  clearInterval(watch);
  say(typeof drawn === "string" ? { reason: drawn } : { drawn });
});

/** The parent ends this process, because an exit from here would wait for the work that is too much. */
function watchLimits(format: DrawableFormat): ReturnType<typeof setInterval> {
  const timeoutMs = slowestMs[format] ?? drawTimeoutMs;
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  const watch = setInterval(() => {
    const reason = exceeded();
    if (!reason) return;
    clearInterval(watch);
    say({ reason, isSpent: true });
  }, checkMs);
  return watch;

  function exceeded(): string | undefined {
    if (process.memoryUsage.rss() > maxMemoryBytes) return "it takes too much memory to draw";
    if (performance.now() - startedAt < timeoutMs) return undefined;
    const { user, system } = process.cpuUsage(cpuBefore);
    return (user + system) / 1_000 >= timeoutMs * leastCpuShare ? "it takes too long to draw" : undefined;
  }
}

function say(message: WorkerMessage): void {
  process.send?.(message);
}

/** Returns the image's size, or why it can't be drawn. */
async function draw({ format, from, to, as }: DrawRequest): Promise<DrawnImage | string> {
  if (format === "pdf") {
    const { pixels, width, height } = await drawFirstPage(from);
    await write(sharp(pixels, { raw: { width, height, channels: 4 } }), to, as);
    return { width, height };
  }
  if (format === "png" && (await isPackedBomb(from))) return "it packs more than the image";
  // Read as bytes, an SVG has no path, and so can't load files beside it.
  const source = format === "svg" ? await readFile(from) : from;
  const image = sharp(source, limits);
  const { format: found, compression, hasAlpha, autoOrient: size } = await image.metadata();
  if (found !== (format === "avif" ? "heif" : format) || (format === "avif" && compression !== "av1")) return `it is ${found}`;
  if (as?.iconOn) {
    const sharper = sharp(source, { ...limits, density: densityFor(size, as.width) });
    await writeIcon(sharper.autoOrient(), to, as.width, as.iconOn);
  } else await write(image.autoOrient(), to, as);
  const drawn = { width: size.width, height: size.height };
  return as ? drawn : { ...drawn, isLight: hasAlpha && (await isLight(to)) };
}

/** Most of what is seen is bright, and there is something to see through. `path`: a preview, which is small. */
async function isLight(path: string): Promise<boolean> {
  const pixels = await sharp(path)
    .resize(sampleSide, sampleSide, { fit: "inside" })
    .ensureAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer();
  let [covered, seen, bright] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha >= 128) covered += 1;
    // Thin lines are faint once they are this small, all of them alike; a shadow is fainter than what it is of.
    const weight = alpha ** 2;
    seen += weight;
    if (0.2126 * red + 0.7152 * green + 0.0722 * blue >= leastBrightness) bright += weight;
  }
  return seen > 0 && covered < (pixels.length / 4) * mostSeen && bright >= seen * mostlyBright;
}

async function write(image: Sharp, to: string, as: DrawnAs | undefined): Promise<void> {
  const box = as ? { width: as.width } : { width: maxSidePixels, height: maxSidePixels };
  const resized = image.resize({ ...box, fit: "inside", withoutEnlargement: true });
  if (as?.type === "avif") await resized.avif(avif).toFile(to);
  else if (as?.type === "jpeg") await resized.flatten({ background: "#fff" }).jpeg({ quality: 86 }).toFile(to);
  else if (as?.type === "png") await resized.png().toFile(to);
  else await resized.webp(as && webp).toFile(to);
}

async function writeIcon(image: Sharp, to: string, side: number, background: string): Promise<void> {
  const margin = Math.round(side * iconMargin);
  const inner = side - 2 * margin;
  await image
    .flatten({ background })
    .resize({ width: inner, height: inner, fit: "contain", background })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .png()
    .toFile(to);
}

/** A small drawing is drawn larger, not enlarged afterwards. Other formats have no use for it. */
function densityFor({ width, height }: ImageSize, side: number): number {
  return Math.min(maxDensity, Math.max(usualDensity, (usualDensity * side) / Math.max(width, height)));
}
