import { Pace } from "../../event-loop/pace";
import { FairQueue } from "./fair-queue";

const openPerFree = 4;
/** Of all open requests together. A body is at most about 1 MB. */
const maxOpenBytes = 32 * 1_048_576;
const openBytesPerFree = 0.5;
/** Shorter bodies are not counted, so that they never wait for long ones. All open requests together have 4 MB of them. */
const minCountedBytes = 16_384;
/** Less than a tenth of the event loop's time, at about 250 µs for sending one and writing its outcome. */
const perSecondWhileBusy = 250;
const pacedMs = 5;

/**
 * Limits how many requests and how many bytes of their bodies are open at a time, and how many begin while requests to the service
 * itself wait for their answers.
 */
export class Gate {
  readonly #requests: FairQueue;
  readonly #bytes = new FairQueue({ max: maxOpenBytes, perFree: openBytesPerFree });
  readonly #pace = new Pace(perSecondWhileBusy);
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(maxOpen: number) {
    this.#requests = new FairQueue({ max: maxOpen, perFree: openPerFree, begin: () => this.#begin() });
  }

  get open(): number {
    return this.#requests.taken;
  }

  through<Result>(tenantId: string, subscriptionId: string, bodyBytes: number, work: () => Promise<Result>): Promise<Result> {
    const request = () => this.#requests.through(tenantId, subscriptionId, 1, work);
    return bodyBytes < minCountedBytes ? request() : this.#bytes.through(tenantId, subscriptionId, bodyBytes, request);
  }

  #begin(): boolean {
    if (this.#pace.room > 0) {
      this.#pace.use(1);
      return true;
    }
    this.#later ??= setTimeout(() => {
      this.#later = undefined;
      this.#requests.letIn();
    }, pacedMs);
    return false;
  }
}
