import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** In pixels, upright; four bytes each. */
interface DrawnPage {
  pixels: Uint8Array;
  width: number;
  height: number;
}

export type PageMessage = DrawnPage | { reason: string };

const thread = fileURLToPath(new URL("first-page-thread.ts", import.meta.url));

/**
 * Draws the first page of a PDF in a thread, because that can't be interrupted: the thread that asks has to watch the memory
 * meanwhile.
 */
export function drawFirstPage(path: string): Promise<DrawnPage> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: path });
    const settle = (settled: () => void) => {
      worker.terminate();
      settled();
    };
    worker.once("message", (answer: PageMessage) =>
      settle(() => ("reason" in answer ? reject(new Error(answer.reason)) : resolve(answer))),
    );
    worker.once("error", (error) => settle(() => reject(error)));
    worker.once("exit", () => reject(new Error("it can't be drawn")));
  });
}
