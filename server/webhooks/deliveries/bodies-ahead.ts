import type { Reader } from "../../storage/port";
import type { DeliveryBodies } from "./delivery-bodies";
import type { DueDelivery } from "./delivery-rows";

const maxAhead = 32;
/** How long a body may wait. An erasure meanwhile does not reach it, as if its request were on its way. */
const keptMs = 50;

/** The bodies of one subscription's deliveries. While its receiver is fast, those of the next deliveries are read along. */
export class BodiesAhead {
  readonly #bodies: DeliveryBodies;
  readonly #db: Reader;
  readonly #tenantId: string;
  #ahead = new Map<string, Promise<string | null | undefined>>();
  #readAt = 0;
  #reach = 1;

  constructor(bodies: DeliveryBodies, db: Reader, tenantId: string) {
    this.#bodies = bodies;
    this.#db = db;
    this.#tenantId = tenantId;
  }

  /** Undefined when the event was erased or is too old. */
  async bodyOf(delivery: DueDelivery, next: readonly DueDelivery[]): Promise<string | undefined> {
    const isFresh = performance.now() - this.#readAt < keptMs;
    const known = isFresh ? this.#ahead.get(delivery.delivery_id) : undefined;
    if (known) {
      this.#ahead.delete(delivery.delivery_id);
      const body = await known;
      if (body !== null) return body;
    } else if (!isFresh || this.#ahead.size === 0) {
      this.#readAhead(next);
    }
    return this.#bodies.bodyOf(this.#db, this.#tenantId, delivery);
  }

  /** Twice as many as the last time, if these were all used in time. */
  #readAhead(next: readonly DueDelivery[]): void {
    this.#reach = this.#ahead.size > 0 ? 1 : Math.min(maxAhead, this.#reach * 2);
    const events = next.slice(0, this.#reach - 1).filter(({ purpose }) => purpose !== "test");
    this.#ahead = new Map(
      events.map((delivery) => {
        const body = this.#bodies.shortBodyOf(this.#db, this.#tenantId, delivery);
        // Whoever asks for it hears of a failure. Perhaps nobody does.
        body.catch(() => undefined);
        return [delivery.delivery_id, body];
      }),
    );
    this.#readAt = performance.now();
  }
}
