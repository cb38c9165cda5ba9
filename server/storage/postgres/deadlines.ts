import { Unavailable } from "../port";

const tickMs = 100;

interface Waiting {
  until: number;
  giveUp: () => void;
}

/** Gives up on answers that don't come in time. One timer for all of them, because one for each statement would cost. */
export class Deadlines {
  readonly #waiting = new Set<Waiting>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #elapsedMs = 0;
  #tickedAt = 0;

  /** Rejects after this time. `onLate` is called then, because the answer's connection can't be used again. */
  within<Result>(ms: number, answer: PromiseLike<Result>, onLate: () => void): Promise<Result> {
    this.#start();
    return new Promise<Result>((resolve, reject) => {
      const giveUp = () => {
        reject(new Late("PostgreSQL does not answer"));
        onLate();
      };
      const waiting: Waiting = { until: this.#elapsedMs + ms, giveUp };
      this.#waiting.add(waiting);
      answer.then(
        (result) => {
          this.#waiting.delete(waiting);
          resolve(result);
        },
        (error) => {
          this.#waiting.delete(waiting);
          reject(error);
        },
      );
    });
  }

  #start(): void {
    if (this.#timer) return;
    this.#tickedAt = performance.now();
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#timer.unref();
  }

  #tick(): void {
    const now = performance.now();
    // While this process did not run, answers have arrived that it has yet to read.
    this.#elapsedMs += Math.min(now - this.#tickedAt, 2 * tickMs);
    this.#tickedAt = now;
    for (const waiting of this.#waiting) {
      if (waiting.until > this.#elapsedMs) continue;
      this.#waiting.delete(waiting);
      waiting.giveUp();
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** A statement was sent, or waited for a connection, and there was no answer in time. */
export class Late extends Unavailable {}
