import { SQL } from "bun";
import { Unavailable } from "../port";

const tickMs = 100;
/** Of a statement, and of its wait for a lock. */
const timeoutStates = new Set(["57014", "55P03"]);
const maxStatementChars = 500;

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

  /**
   * Rejects after this time. `onLate` is called then, because the answer's connection can't be used again. When the server itself
   * gives up first, the error says which `statement` it was.
   */
  within<Result>(ms: number, answer: PromiseLike<Result>, onLate: () => void, statement = ""): Promise<Result> {
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
          reject(withStatement(error, statement));
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

/** Says which statement took too long. Its values are parameters, so nobody's data is in it. */
function withStatement(error: unknown, text: string): unknown {
  if (error instanceof SQL.PostgresError && timeoutStates.has(error.errno ?? "")) {
    error.message += `: ${text.replace(/\s+/g, " ").trim().slice(0, maxStatementChars)}`;
  }
  return error;
}
