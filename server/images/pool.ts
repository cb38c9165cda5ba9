import { Unavailable } from "../storage/port";
import { writeDrawFonts } from "./draw-fonts";
import type { DrawRequest, ImageSize, Previews } from "./port";
import { PreviewWorker } from "./preview-worker";

const maxWorkers = 2;
const maxWaiting = 128;
const maxWaitingOfATenant = 64;
/** Shorter than the usual time-out of clients. */
const waitTimeoutMs = 15_000;

interface Waiting {
  image: DrawRequest;
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
  let fontConfig: string | undefined;

  function next(): void {
    if (idle.length === 0 && workers.size >= maxWorkers) return;
    const chosen = longestUnserved();
    if (!chosen) return;
    leave(chosen);
    const { image, resolve, reject } = chosen;
    served.add(image.tenantId);
    turns.set(image.tenantId, (turn += 1));
    const done = () => {
      served.delete(image.tenantId);
      if (waiting.length === 0) turns.clear();
      next();
    };
    (idle.pop() ?? started()).draw(image).then(resolve, reject).finally(done);
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
    fontConfig ??= folder && writeDrawFonts(folder);
    const made = new PreviewWorker(fontConfig, {
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
    draw(image) {
      return new Promise((resolve, reject) => {
        const own = waiting.filter(({ image: { tenantId } }) => tenantId === image.tenantId).length;
        if (waiting.length >= maxWaiting || own >= maxWaitingOfATenant) {
          return reject(new Unavailable("too many images are waiting to be drawn"));
        }
        const entry: Waiting = { image, resolve, reject, timer: setTimeout(giveUp, waitTimeoutMs) };
        function giveUp(): void {
          leave(entry);
          reject(new Unavailable("no worker was free to draw the image"));
        }
        waiting.push(entry);
        next();
      });
    },
    close() {
      for (const one of workers) one.end();
    },
  };
}
