import { Unavailable } from "./port";

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** What a tenant's next transaction is made of. */
interface Group<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** Ends the time in which more is gathered. */
  isEnough: () => void;
}

export interface GroupLimits {
  /** How many items a transaction has at most. */
  maxAtOnce: number;
  /** Where nobody waits for the answer: how long fewer than `enough` items wait for more. */
  gather?: { ms: number; enough: number };
}

/** Items of a tenant that come while others of it are being written share the next transaction, because commits cost the most. */
export class GroupCommit<Item, Result> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #limits: GroupLimits;
  /** By tenants, of which each is being written or about to be. */
  readonly #groups = new Map<string, Group<Item, Result>>();

  /** `write` is resolved with a result for each item, all of one tenant, once they are durable. */
  constructor(limits: GroupLimits, write: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#limits = limits;
    this.#write = write;
  }

  add(tenantId: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const group = this.#groups.get(tenantId) ?? this.#begin(tenantId);
      group.waiting.push({ item, resolve, reject });
      if (group.waiting.length >= (this.#limits.gather?.enough ?? 0)) group.isEnough();
    });
  }

  #begin(tenantId: string): Group<Item, Result> {
    const group: Group<Item, Result> = { waiting: [], isEnough: () => {} };
    this.#groups.set(tenantId, group);
    void this.#writeAll(tenantId, group);
    return group;
  }

  async #writeAll(tenantId: string, group: Group<Item, Result>): Promise<void> {
    // Lets the requests that have arrived be read, so that what they bring joins the transaction.
    await new Promise((turn) => setImmediate(turn));
    while (group.waiting.length > 0) {
      await this.#gather(group);
      await this.#writeGroup(group.waiting.splice(0, this.#limits.maxAtOnce));
    }
    this.#groups.delete(tenantId);
  }

  async #gather(group: Group<Item, Result>): Promise<void> {
    const { gather } = this.#limits;
    if (!gather || group.waiting.length >= gather.enough) return;
    await new Promise<void>((gathered) => {
      const timer = setTimeout(gathered, gather.ms);
      group.isEnough = () => {
        clearTimeout(timer);
        gathered();
      };
    });
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
