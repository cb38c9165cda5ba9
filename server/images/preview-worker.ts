import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Unavailable } from "../storage/port";
import { type DrawRequest, type ImageFormat, NotDrawable } from "./port";

const drawTimeoutMs = 10_000;
/** A drawing is a program: few take longer that mean well. */
const slowestMs: Partial<Record<ImageFormat, number>> = { svg: 2_000 };
/** For a process to come up and begin, on a machine with much else to do. */
const beginTimeoutMs = 10_000;
/** Then its memory is given back. */
const idleMs = 10_000;

const worker = fileURLToPath(new URL("worker.ts", import.meta.url));

/** What a worker says: that it has begun with an image, and how that ended; spent, it must be ended too. */
export type WorkerMessage = { begun: true } | { reason: string | undefined; isSpent?: boolean };

interface WorkerEvents {
  onFree(): void;
  onEnd(): void;
}

/** A process that draws one image at a time. Only what it says itself, or takes once it has begun, is an image's fault. */
export class PreviewWorker {
  readonly #events: WorkerEvents;
  readonly #child: ChildProcess;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(events: WorkerEvents) {
    this.#events = events;
    // No environment: it needs no secret of ours.
    this.#child = fork(worker, [], { env: {}, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    this.#child.once("exit", () => this.end());
    this.#child.once("error", () => this.end());
    this.#child.unref();
  }

  draw(image: DrawRequest): Promise<void> {
    clearTimeout(this.#idleTimer);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.#child.off("message", onMessage).off("exit", onExit).off("error", onExit);
      };
      const fail = (error: Error) => {
        settle();
        this.end();
        reject(error);
      };
      const onMessage = (answer: WorkerMessage) => {
        if ("begun" in answer) {
          clearTimeout(timer);
          const tooLong = () => fail(new NotDrawable("it takes too long to draw"));
          timer = setTimeout(tooLong, slowestMs[image.format] ?? drawTimeoutMs);
        } else if (answer.isSpent) fail(new NotDrawable(answer.reason));
        else {
          settle();
          this.#rest();
          if (answer.reason === undefined) resolve();
          else reject(new NotDrawable(answer.reason));
        }
      };
      const onExit = () => fail(new Unavailable("the worker that draws images has ended"));
      let timer = setTimeout(() => fail(new Unavailable("the worker that draws images does not begin")), beginTimeoutMs);
      this.#child.on("message", onMessage).once("exit", onExit).once("error", onExit);
      this.#child.send(image, (error) => error && onExit());
    });
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#idleTimer);
    this.#child.kill("SIGKILL");
    this.#events.onEnd();
  }

  #rest(): void {
    this.#idleTimer = setTimeout(() => this.end(), idleMs);
    this.#idleTimer.unref();
    this.#events.onFree();
  }
}
