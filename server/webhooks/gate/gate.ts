import { Pace } from "../../event-loop/pace";
import { FairQueue } from "./fair-queue";

const openPerFree = 4;
/** Less than a tenth of the event loop's time, at some 250 µs each with what is written of it. */
const perSecondWhileBusy = 250;
const pacedMs = 5;

/** Limits how many requests are open at a time, and how many begin while requests to the service itself wait for their answers. */
export class Gate {
  readonly #requests: FairQueue;
  readonly #pace = new Pace(perSecondWhileBusy);
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(maxOpen: number) {
    this.#requests = new FairQueue({ max: maxOpen, perFree: openPerFree, begin: () => this.#begin() });
  }

  get open(): number {
    return this.#requests.taken;
  }

  through<Result>(tenantId: string, subscriptionId: string, work: () => Promise<Result>): Promise<Result> {
    return this.#requests.through(tenantId, subscriptionId, 1, work);
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
