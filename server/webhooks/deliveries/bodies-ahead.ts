import type { Reader } from "../../storage/port";
import { type Body, type DeliveryBodies, longBody } from "./delivery-bodies";
import type { DueDelivery } from "./delivery-rows";

const maxAhead = 32;
/** How long a body may wait. An erasure meanwhile does not reach it, as if its request were on its way. */
const usualKeptMs = 20;

interface Ahead {
  body: Promise<Body>;
  /** By the monotonic clock. */
  until: number;
}

/** The bodies of one subscription's deliveries. While its receiver is fast, those of the next deliveries are read along. */
export class BodiesAhead {
  readonly #bodies: DeliveryBodies;
  readonly #db: Reader;
  readonly #tenantId: string;
  readonly #keptMs: number;
  /** In the order of the queue. */
  readonly #ahead = new Map<string, Ahead>();
  #reach = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bodies: DeliveryBodies, db: Reader, tenantId: string, keptMs = usualKeptMs) {
    this.#bodies = bodies;
    this.#db = db;
    this.#tenantId = tenantId;
    this.#keptMs = keptMs;
  }

  bodyOf(delivery: DueDelivery, next: readonly DueDelivery[]): Promise<Body> {
    const known = this.#ahead.get(delivery.delivery_id);
    this.#ahead.delete(delivery.delivery_id);
    // Half of them are left, so that nobody waits while the next ones are read.
    if (this.#ahead.size <= this.#reach / 2 && this.#ahead.size < next.length) this.#readAhead(next);
    return known && performance.now() < known.until ? known.body : this.#bodies.bodyOf(this.#db, this.#tenantId, delivery);
  }

  longBodyOf(delivery: DueDelivery): Promise<string | undefined> {
    return longBody(this.#db, this.#tenantId, delivery);
  }

  /** Twice as many as the last time, if these were all used in time. */
  #readAhead(next: readonly DueDelivery[]): void {
    this.#reach = Math.min(maxAhead, this.#reach * 2);
    const until = performance.now() + this.#keptMs;
    for (const delivery of next.slice(0, this.#reach - 1)) {
      if (delivery.purpose === "test" || this.#ahead.has(delivery.delivery_id)) continue;
      const body = this.#bodies.bodyOf(this.#db, this.#tenantId, delivery);
      // A failure is reported to whoever asks for the body, which may be nobody.
      body.catch(() => undefined);
      this.#ahead.set(delivery.delivery_id, { body, until });
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#drop(), this.#keptMs);
    this.#timer.unref();
  }

  #drop(): void {
    if (this.#ahead.size > 0) this.#reach = 1;
    this.#ahead.clear();
  }
}
