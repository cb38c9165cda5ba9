import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Unavailable } from "../storage/port";
import { type DrawRequest, NotDrawable, type Previews } from "./port";

const maxWorkers = 2;
const maxWaiting = 64;
const drawTimeoutMs = 10_000;
/** Less than a client's patience with a silent connection. */
const waitTimeoutMs = 15_000;
/** Then its memory is given back. */
const idleMs = 10_000;

const worker = fileURLToPath(new URL("worker.ts", import.meta.url));

interface Waiting {
  image: DrawRequest;
  resolve: () => void;
  reject: (error: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

/** Two at a time, in processes that are started when needed and ended when they take too long. */
export function createPreviews(): Previews {
  const waiting: Waiting[] = [];
  const idle: Worker[] = [];
  const workers = new Set<Worker>();

  function next(): void {
    if (waiting.length === 0 || (idle.length === 0 && workers.size >= maxWorkers)) return;
    const { image, resolve, reject, timer } = waiting.shift() as Waiting;
    clearTimeout(timer);
    const chosen = idle.pop() ?? started();
    chosen.draw(image).then(resolve, reject).finally(next);
  }

  function started(): Worker {
    const made = new Worker({
      onFree: () => idle.push(made),
      onEnd() {
        workers.delete(made);
        const place = idle.indexOf(made);
        if (place >= 0) idle.splice(place, 1);
        next();
      },
    });
    workers.add(made);
    return made;
  }

  return {
    draw(image) {
      return new Promise((resolve, reject) => {
        if (waiting.length >= maxWaiting) return reject(new Unavailable("too many images are waiting to be drawn"));
        const entry: Waiting = { image, resolve, reject, timer: setTimeout(giveUp, waitTimeoutMs) };
        function giveUp(): void {
          waiting.splice(waiting.indexOf(entry), 1);
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

/** What a worker says: that it is up, and how each image ended. */
export type WorkerMessage = { started: true } | { reason: string | undefined };

interface WorkerEvents {
  onFree(): void;
  onEnd(): void;
}

class Worker {
  readonly #events: WorkerEvents;
  readonly #child: ChildProcess;
  #hasStarted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: WorkerEvents) {
    this.#events = events;
    // No environment: it needs no secret of ours.
    this.#child = fork(worker, [], { env: {}, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    this.#child.once("exit", () => this.end());
    this.#child.once("error", () => this.end());
    this.#child.unref();
  }

  draw(image: DrawRequest): Promise<void> {
    clearTimeout(this.#timer);
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        this.#child.off("message", onMessage).off("exit", onExit);
      };
      const fail = (error: Error) => {
        stop();
        this.end();
        reject(error);
      };
      const onMessage = (answer: WorkerMessage) => {
        if ("started" in answer) {
          this.#hasStarted = true;
          return;
        }
        stop();
        this.#rest();
        if (answer.reason === undefined) resolve();
        else reject(new NotDrawable(answer.reason));
      };
      const onExit = () =>
        fail(
          this.#hasStarted
            ? new NotDrawable("it takes too much memory to draw")
            : new Unavailable("the worker that draws images does not start"),
        );
      const timer = setTimeout(() => fail(new NotDrawable("it takes too long to draw")), drawTimeoutMs);
      this.#child.on("message", onMessage).once("exit", onExit);
      this.#child.send(image);
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#child.kill("SIGKILL");
    this.#events.onEnd();
  }

  #rest(): void {
    this.#timer = setTimeout(() => this.end(), idleMs);
    this.#timer.unref();
    this.#events.onFree();
  }
}
