import { Unavailable } from "./port";

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** What a tenant's next transactions are made of. */
interface Group<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** How many transactions are being written, or about to be. */
  writers: number;
  isGathering: boolean;
  /** Ends the time in which more is gathered. */
  isEnough: () => void;
}

export interface GroupLimits {
  /** How many items a transaction has at most. */
  maxAtOnce: number;
  /** Where nobody waits for the answer: how long fewer than `enough` items wait for more. */
  gather?: { ms: number; enough: number };
  /**
   * How many transactions of a tenant may be written at the same time; another one begins once enough items wait. All tenants
   * together have as many beside the first of each: the others need connections, too.
   */
  atOnce?: number;
}

/** Items of a tenant that come while others of it are being written share the next transaction, because commits cost the most. */
export class GroupCommit<Item, Result> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #limits: GroupLimits;
  /** By tenants, of which each is being written or about to be. */
  readonly #groups = new Map<string, Group<Item, Result>>();
  /** Of all tenants. */
  #writers = 0;

  /** `write` is resolved with a result for each item, all of one tenant, once they are durable. */
  constructor(limits: GroupLimits, write: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#limits = limits;
    this.#write = write;
  }

  add(tenantId: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const group = this.#groups.get(tenantId) ?? this.#begin(tenantId);
      group.waiting.push({ item, resolve, reject });
      const { gather, atOnce = 1 } = this.#limits;
      const isEnough = group.waiting.length >= (gather?.enough ?? 0);
      if (isEnough && group.isGathering) group.isEnough();
      else if (group.writers === 0 || (isEnough && this.#writers - this.#groups.size < atOnce - 1))
        void this.#writeAll(tenantId, group);
    });
  }

  #begin(tenantId: string): Group<Item, Result> {
    const group: Group<Item, Result> = { waiting: [], writers: 0, isGathering: false, isEnough: () => {} };
    this.#groups.set(tenantId, group);
    return group;
  }

  async #writeAll(tenantId: string, group: Group<Item, Result>): Promise<void> {
    group.writers += 1;
    this.#writers += 1;
    // Lets the requests that have arrived be read, so that what they bring joins the transaction.
    await new Promise((turn) => setImmediate(turn));
    // What is being gathered has its writer.
    while (group.waiting.length > 0 && !group.isGathering) {
      await this.#gather(group);
      const next = group.waiting.splice(0, this.#limits.maxAtOnce);
      if (next.length > 0) await this.#writeGroup(next);
    }
    group.writers -= 1;
    this.#writers -= 1;
    if (group.writers === 0) this.#groups.delete(tenantId);
  }

  async #gather(group: Group<Item, Result>): Promise<void> {
    const { gather } = this.#limits;
    if (!gather || group.waiting.length >= gather.enough) return;
    group.isGathering = true;
    await new Promise<void>((gathered) => {
      const timer = setTimeout(gathered, gather.ms);
      group.isEnough = () => {
        clearTimeout(timer);
        gathered();
      };
    });
    group.isGathering = false;
  }

  /** One item must not fail the others. Without a database, each would only wait for it again. */
  async #writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#write(group.map(({ item }) => item));
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (group.length > 1 && !(error instanceof Unavailable)) for (const one of group) await this.#writeGroup([one]);
      else for (const { reject } of group) reject(error);
    }
  }
}
