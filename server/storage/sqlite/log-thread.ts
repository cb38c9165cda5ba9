import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { LogWork, LogWorkDone } from "./copy-thread";

const thread = fileURLToPath(new URL("copy-thread.ts", import.meta.url));

/** A thread that copies the write-ahead log into the file: the disk may take its time. It is made when it is first needed. */
export class LogThread {
  readonly #file: string;
  #worker: Worker | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** One at a time. Rejected when the thread has ended; the next call makes another one. */
  run(work: LogWork): Promise<LogWorkDone> {
    this.#worker ??= new Worker(thread, { workerData: this.#file });
    const worker = this.#worker;
    worker.ref();
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.#worker = undefined;
        worker.removeAllListeners();
        reject(error);
      };
      worker.once("message", (done: LogWorkDone) => {
        worker.removeAllListeners();
        worker.unref();
        resolve(done);
      });
      worker.once("error", fail);
      worker.once("exit", () => fail(new Error("the thread that copies the log has ended")));
      worker.postMessage(work);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage("close");
    await ended;
  }
}
