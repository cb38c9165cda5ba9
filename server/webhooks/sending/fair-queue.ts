interface Waiting {
  tenantId: string;
  subscriptionId: string;
  amount: number;
  enter: () => void;
}

interface FairQueueOptions {
  /** How much may be taken at a time, by all tenants together. */
  max: number;
  /** A tenant may take this many times what is free, so that slow receivers of one tenant leave room for others. */
  perFree: number;
  /** Asked for each request that fits. True: it begins. False: it waits until `letIn` is called again. */
  begin?: () => boolean;
}

/** Shares a limited amount: the tenant that has the least is next, and of its subscriptions the one that has the least. */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>;
  /** By tenant, and by subscription. */
  readonly #taken = new Map<string, number>();
  /** By tenant and subscription, so that a long queue costs no more than a short one. */
  readonly #waiting = new Map<string, Map<string, Waiting[]>>();
  #total = 0;

  constructor(options: FairQueueOptions) {
    this.#options = { begin: () => true, ...options };
  }

  get taken(): number {
    return this.#total;
  }

  async through<Result>(tenantId: string, subscriptionId: string, amount: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.size === 0 && this.#mayEnter(tenantId, amount)) this.#take(tenantId, subscriptionId, amount);
    else await new Promise<void>((enter) => this.#wait({ tenantId, subscriptionId, amount, enter }));
    try {
      return await work();
    } finally {
      this.#take(tenantId, subscriptionId, -amount);
      this.letIn();
    }
  }

  letIn(): void {
    for (let next = this.#next(); next && this.#mayEnter(next.tenantId, next.amount); next = this.#next()) {
      this.#leave(next);
      this.#take(next.tenantId, next.subscriptionId, next.amount);
      next.enter();
    }
  }

  #wait(waiting: Waiting): void {
    const { tenantId, subscriptionId } = waiting;
    const queues = this.#waiting.get(tenantId) ?? new Map<string, Waiting[]>();
    this.#waiting.set(tenantId, queues);
    const queue = queues.get(subscriptionId);
    if (queue) queue.push(waiting);
    else queues.set(subscriptionId, [waiting]);
    this.letIn();
  }

  #next(): Waiting | undefined {
    const queues = this.#waiting.get(this.#withLeast(this.#waiting.keys()));
    return queues?.get(this.#withLeast(queues.keys()))?.[0];
  }

  #withLeast(ids: Iterable<string>): string {
    let found = "";
    let least = Number.POSITIVE_INFINITY;
    for (const id of ids) {
      const taken = this.#taken.get(id) ?? 0;
      if (taken < least) [found, least] = [id, taken];
    }
    return found;
  }

  #mayEnter(tenantId: string, amount: number): boolean {
    const own = this.#taken.get(tenantId) ?? 0;
    const free = this.#options.max - this.#total;
    const fits = own === 0 ? free > 0 : own + amount <= this.#options.perFree * (free - amount);
    return fits && this.#options.begin();
  }

  #leave({ tenantId, subscriptionId }: Waiting): void {
    const queues = this.#waiting.get(tenantId);
    const queue = queues?.get(subscriptionId);
    queue?.shift();
    if (queue?.length === 0) queues?.delete(subscriptionId);
    if (queues?.size === 0) this.#waiting.delete(tenantId);
  }

  #take(tenantId: string, subscriptionId: string, amount: number): void {
    this.#total += amount;
    for (const id of [tenantId, subscriptionId]) {
      const taken = (this.#taken.get(id) ?? 0) + amount;
      if (taken === 0) this.#taken.delete(id);
      else this.#taken.set(id, taken);
    }
  }
}
