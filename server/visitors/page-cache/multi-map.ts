/** Things by the names they have in common. Most names have one alone: it is kept without a set around it. */
export class Groups<Item extends object> {
  readonly #groups = new Map<string, Item | Set<Item>>();

  add(name: string, item: Item): void {
    const before = this.#groups.get(name);
    if (before instanceof Set) before.add(item);
    else this.#groups.set(name, before === undefined ? item : new Set([before, item]));
  }

  delete(name: string, item: Item): void {
    const group = this.#groups.get(name);
    if (group instanceof Set) group.delete(item);
    if (group === item || (group instanceof Set && group.size === 0)) this.#groups.delete(name);
  }

  /** As they are now, whatever is done to them. */
  of(name: string): Item[] {
    const group = this.#groups.get(name);
    if (group === undefined) return [];
    return group instanceof Set ? [...group] : [group];
  }
}
