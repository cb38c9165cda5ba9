import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Unavailable } from "../storage/port";
import { type DrawnImage, type DrawRequest, NotDrawable } from "./port";

/** If the worker has not given up the image by then, it hardly had a processor. */
const drawTimeoutMs = 30_000;
/** The time for a process to start on a busy machine. */
const beginTimeoutMs = 10_000;
/** An idle worker ends after this time, which frees its memory. */
const idleMs = 10_000;

const worker = fileURLToPath(new URL("worker.ts", import.meta.url));

/** A worker reports that it has begun with an image, and the result. A worker that is spent must be ended. */
export type WorkerMessage = { begun: true } | { drawn: DrawnImage } | { reason: string; isSpent?: boolean };

/** A crash, or the system needed its memory. */
export class WorkerEnded extends Unavailable {
  override name = "WorkerEnded";
}

interface WorkerEvents {
  onFree(): void;
  onEnd(): void;
}

/** A process that draws one image at a time. `NotDrawable` is only for what the worker reports. */
export class PreviewWorker {
  readonly #events: WorkerEvents;
  readonly #child: ChildProcess;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(fontConfig: string | undefined, events: WorkerEvents) {
    this.#events = events;
    // No environment of ours, because that may hold secrets.
    this.#child = fork(worker, [], {
      env: fontConfig ? { FONTCONFIG_FILE: fontConfig } : {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.once("exit", () => this.end());
    this.#child.once("error", () => this.end());
    this.#child.unref();
  }

  draw(image: DrawRequest): Promise<DrawnImage> {
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
          timer = setTimeout(() => fail(new Unavailable("the machine is too busy to draw the image")), drawTimeoutMs);
        } else if ("reason" in answer && answer.isSpent) fail(new NotDrawable(answer.reason));
        else {
          settle();
          this.#rest();
          if ("drawn" in answer) resolve(answer.drawn);
          else reject(new NotDrawable(answer.reason));
        }
      };
      const onExit = () => fail(new WorkerEnded("the worker that draws images has ended"));
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
