/** First come, first served within a tenant; tenants take turns, so that none waits for all that another has put in before. */
export class TenantQueue<Item> {
  /** The first tenant is next, and then goes to the end. */
  readonly #byTenant = new Map<string, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(tenantId: string, item: Item): void {
    const items = this.#byTenant.get(tenantId);
    if (items) items.push(item);
    else this.#byTenant.set(tenantId, [item]);
    this.#length += 1;
  }

  next(): Item | undefined {
    for (const [tenantId, items] of this.#byTenant) {
      const item = items.shift();
      if (items.length === 0 || this.#byTenant.size > 1) this.#byTenant.delete(tenantId);
      if (items.length > 0) this.#byTenant.set(tenantId, items);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }

  takeAll(): Item[] {
    const all = [...this.#byTenant.values()].flat();
    this.#byTenant.clear();
    this.#length = 0;
    return all;
  }
}
