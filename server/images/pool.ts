import { Unavailable } from "../storage/port";
import { drawFontsConfig, writeDrawFonts } from "./draw-fonts";
import type { DrawRequest, ImageSize, Previews } from "./port";
import { PreviewWorker, WorkerEnded } from "./preview-worker";

const maxWorkers = 2;
const maxWaiting = 128;
const maxWaitingOfATenant = 64;
/** Shorter than the usual time-out of clients. */
const waitTimeoutMs = 15_000;

interface Waiting {
  image: DrawRequest;
  /** A worker has ended while it drew this image. */
  isSecondTry: boolean;
  resolve: (size: ImageSize) => void;
  reject: (error: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

/** Draws two images at a time, of two tenants, in worker processes. `folder`: for the fonts of texts, if any are drawn. */
export function createPreviews(folder?: string): Previews {
  const waiting: Waiting[] = [];
  const idle: PreviewWorker[] = [];
  const workers = new Set<PreviewWorker>();
  /** Tenants whose images are being drawn. */
  const served = new Set<string>();
  /** When each tenant had its last turn. */
  const turns = new Map<string, number>();
  let turn = 0;
  let fonts: Promise<void> | undefined;
  let isClosed = false;

  function fontsWritten(folder: string): Promise<void> {
    fonts ??= writeDrawFonts(folder).catch((cause) => {
      fonts = undefined;
      throw new Unavailable("the fonts of pictures can't be written", { cause });
    });
    return fonts;
  }

  function enqueue(image: DrawRequest, isSecondTry = false): Promise<ImageSize> {
    return new Promise((resolve, reject) => {
      const own = waiting.filter(({ image: { tenantId } }) => tenantId === image.tenantId).length;
      if (isClosed || waiting.length >= maxWaiting || own >= maxWaitingOfATenant) {
        return reject(new Unavailable("too many images are waiting to be drawn"));
      }
      const entry: Waiting = { image, isSecondTry, resolve, reject, timer: setTimeout(giveUp, waitTimeoutMs) };
      function giveUp(): void {
        leave(entry);
        reject(new Unavailable("no worker was free to draw the image"));
      }
      waiting.push(entry);
      next();
    });
  }

  function next(): void {
    if (isClosed || (idle.length === 0 && workers.size >= maxWorkers)) return;
    const chosen = longestUnserved();
    if (!chosen) return;
    leave(chosen);
    const { image, isSecondTry, resolve, reject } = chosen;
    served.add(image.tenantId);
    turns.set(image.tenantId, (turn += 1));
    const done = () => {
      served.delete(image.tenantId);
      if (waiting.length === 0) turns.clear();
      next();
    };
    // The image need not be the reason why the worker ended.
    const again = (error: Error) => {
      if (error instanceof WorkerEnded && !isSecondTry) enqueue(image, true).then(resolve, reject);
      else reject(error);
    };
    (idle.pop() ?? started()).draw(image).then(resolve, again).finally(done);
    next();
  }

  function longestUnserved(): Waiting | undefined {
    let best: Waiting | undefined;
    const turnOf = ({ image }: Waiting) => turns.get(image.tenantId) ?? 0;
    for (const entry of waiting) {
      if (!served.has(entry.image.tenantId) && (!best || turnOf(entry) < turnOf(best))) best = entry;
    }
    return best;
  }

  function leave(entry: Waiting): void {
    clearTimeout(entry.timer);
    waiting.splice(waiting.indexOf(entry), 1);
  }

  function started(): PreviewWorker {
    const made = new PreviewWorker(folder && drawFontsConfig(folder), {
      onFree: () => idle.push(made),
      onEnd() {
        workers.delete(made);
        const index = idle.indexOf(made);
        if (index >= 0) idle.splice(index, 1);
        next();
      },
    });
    workers.add(made);
    return made;
  }

  return {
    async draw(image) {
      if (folder !== undefined) await fontsWritten(folder);
      return enqueue(image);
    },
    close() {
      isClosed = true;
      for (const one of workers) one.end();
      for (const { timer, reject } of waiting.splice(0)) {
        clearTimeout(timer);
        reject(new Unavailable("the service stops"));
      }
    },
  };
}
