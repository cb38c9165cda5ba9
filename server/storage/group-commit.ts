import { Unavailable } from "./port";

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Items of a tenant that come while others of it are being written share the next transaction: a commit for each would cost most. */
export class GroupCommit<Item, Result> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #maxAtOnce: number;
  /** By tenants, of which each is being written or about to be. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>();

  /** `write` is resolved with a result for each of at most `maxAtOnce` items of one tenant, once they are durable. */
  constructor(maxAtOnce: number, write: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#maxAtOnce = maxAtOnce;
    this.#write = write;
  }

  add(tenantId: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(tenantId);
      if (waiting) waiting.push({ item, resolve, reject });
      else {
        this.#waiting.set(tenantId, [{ item, resolve, reject }]);
        void this.#writeAll(tenantId);
      }
    });
  }

  async #writeAll(tenantId: string): Promise<void> {
    // Lets the requests that have arrived be read, so that what they bring joins the transaction.
    await new Promise((turn) => setImmediate(turn));
    const waiting = this.#waiting.get(tenantId) ?? [];
    while (waiting.length > 0) await this.#writeGroup(waiting.splice(0, this.#maxAtOnce));
    this.#waiting.delete(tenantId);
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
