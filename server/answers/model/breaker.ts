import type { FailureClass } from "./failure";

/** After this many failures in a row, the endpoint is not called for `openMs`. */
const maxFailures = 5;
const openMs = 30_000;

/** Failures that say nothing about the next call. */
const harmless: ReadonlySet<FailureClass> = new Set<FailureClass>(["stopped", "slow", "too_long", "unfinished"]);

/** A circuit breaker: visitors don't wait for an endpoint that is down. After a pause, one call at a time tries it. */
export class Breaker {
  #failures = 0;
  #openUntil = 0;
  #isTrying = false;

  constructor(readonly monotonic: () => number) {}

  /** False while the endpoint is not to be called. After true, `end` must follow. */
  begin(): boolean {
    if (this.#failures < maxFailures) return true;
    if (this.#isTrying || this.monotonic() < this.#openUntil) return false;
    this.#isTrying = true;
    return true;
  }

  end(failure: FailureClass | undefined): void {
    this.#isTrying = false;
    if (failure === undefined) this.#failures = 0;
    else if (!harmless.has(failure)) {
      this.#failures += 1;
      this.#openUntil = this.monotonic() + openMs;
    }
  }

  get isOpen(): boolean {
    return this.#failures >= maxFailures;
  }
}
