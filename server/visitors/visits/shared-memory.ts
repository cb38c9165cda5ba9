interface Held<Value> {
  value: Value;
  weight: number;
  tenantId: string;
}

/** Of one tenant, what was quiet for longest first. */
interface Share {
  weight: number;
  readonly names: Set<string>;
}

/**
 * What is remembered of all tenants together, by names that no two of them share. Whoever has the most makes room for others, so that
 * nobody can push out what is another one's.
 */
export class SharedMemory<Value> {
  readonly #room: number;
  /** What was quiet for longest first. */
  readonly #held = new Map<string, Held<Value>>();
  readonly #shares = new Map<string, Share>();
  readonly #byWeight = new Map<number, Set<Share>>();
  #weight = 0;
  #largest = 0;

  constructor(room: number) {
    this.#room = room;
  }

  get size(): number {
    return this.#held.size;
  }

  get(name: string): Value | undefined {
    return this.#held.get(name)?.value;
  }

  /** A sign of life too. */
  set(tenantId: string, name: string, value: Value, weight = 1): void {
    const share = this.#shares.get(tenantId) ?? { weight: 0, names: new Set() };
    const before = this.#held.get(name)?.weight ?? 0;
    this.#shares.set(tenantId, share);
    this.#held.delete(name);
    this.#held.set(name, { value, weight, tenantId });
    share.names.delete(name);
    share.names.add(name);
    this.#weigh(share, weight - before);
    while (this.#weight > this.#room) this.#delete(this.#oldestOfLargest());
  }

  /** What was quiet for longest, until there is something that is not over. */
  forget(isOver: (value: Value) => boolean): void {
    for (const [name, { value }] of this.#held) {
      if (!isOver(value)) break;
      this.#delete(name);
    }
  }

  clear(): void {
    for (const known of [this.#held, this.#shares, this.#byWeight]) known.clear();
    this.#weight = 0;
    this.#largest = 0;
  }

  #oldestOfLargest(): string {
    const [share] = this.#byWeight.get(this.#largest) as Set<Share>;
    const [name] = (share as Share).names;
    return name as string;
  }

  #delete(name: string): void {
    const { tenantId, weight } = this.#held.get(name) as Held<Value>;
    const share = this.#shares.get(tenantId) as Share;
    this.#held.delete(name);
    share.names.delete(name);
    if (share.names.size === 0) this.#shares.delete(tenantId);
    this.#weigh(share, -weight);
  }

  #weigh(share: Share, more: number): void {
    if (more === 0) return;
    const former = this.#byWeight.get(share.weight);
    former?.delete(share);
    if (former?.size === 0) this.#byWeight.delete(share.weight);
    share.weight += more;
    this.#weight += more;
    if (share.weight > 0) {
      const equals = this.#byWeight.get(share.weight) ?? new Set();
      this.#byWeight.set(share.weight, equals.add(share));
    }
    // It can't fall by more than what was taken away.
    this.#largest = Math.max(this.#largest, share.weight);
    while (this.#largest > 0 && !this.#byWeight.has(this.#largest)) this.#largest -= 1;
  }
}
