import { SharedReads } from "../caching/shared-reads";
import { TenantSlots } from "../event-loop/tenant-slots";
import { inTurns } from "./in-turns";
import { type IndexContent, indexSteps } from "./retrieval/build-index";
import type { PassageIndex } from "./retrieval/passage-index";

/** All indexes of a process together. The one in use is kept even if it is larger. */
const defaultMaxBytes = 64 * 1_048_576;

/** Each takes several times the memory of a finished one while it is built. */
const maxBuildsAtOnce = 3;

/** A set of topics as it is now. */
interface IndexSource {
  /** Names the set and its state, so that what is cached is never out of date. */
  key: string;
  read(): Promise<IndexContent>;
}

declare module "../context" {
  interface Site {
    /** What questions are answered from. */
    readonly indexes: IndexCache;
  }
}

/** The indexes of sets of topics, built when they are first needed. The least recently used ones go. */
export class IndexCache {
  readonly #indexes = new Map<string, Promise<PassageIndex>>();
  readonly #bytes = new Map<string, number>();
  /** Builds that have not begun. A build reads its topics when it begins, so it serves every question asked before that. */
  readonly #next = new Map<string, Promise<PassageIndex>>();
  /** Reads which topics a page knows, and how often each was changed. */
  readonly #looks = new SharedReads<IndexSource>();
  readonly #slots = new TenantSlots(maxBuildsAtOnce);
  #total = 0;
  #builds = 0;

  constructor(readonly maxBytes = defaultMaxBytes) {}

  /** The index of a page, as new as the call. However often topics change, nobody waits for more than two builds of the page. */
  async get(tenantId: string, pageId: string, source: () => Promise<IndexSource>): Promise<PassageIndex> {
    const page = `${tenantId} ${pageId}`;
    const known = this.#find(tenantId, await this.#looks.share(page, source));
    if (known) return known;
    let next = this.#next.get(page);
    if (!next) {
      next = this.#slots.run(tenantId, async () => {
        this.#next.delete(page);
        const newest = await source();
        return this.#find(tenantId, newest) ?? this.#build(tenantId, newest);
      });
      this.#next.set(page, next);
    }
    return next;
  }

  /** An index that is used once. */
  build(tenantId: string, content: IndexContent): Promise<PassageIndex> {
    return this.#slots.run(tenantId, () => inTurns(tenantId, indexSteps(content)));
  }

  get bytes(): number {
    return this.#total;
  }

  gauges(): Record<string, number> {
    return { answer_indexes: this.#bytes.size, answer_index_bytes: this.#total, answer_index_builds_total: this.#builds };
  }

  #find(tenantId: string, { key }: IndexSource): Promise<PassageIndex> | undefined {
    const id = `${tenantId} ${key}`;
    const known = this.#indexes.get(id);
    if (!known) return undefined;
    this.#indexes.delete(id);
    this.#indexes.set(id, known);
    return known;
  }

  #build(tenantId: string, { key, read }: IndexSource): Promise<PassageIndex> {
    const id = `${tenantId} ${key}`;
    const built = this.#make(tenantId, id, read);
    this.#indexes.set(id, built);
    return built;
  }

  async #make(tenantId: string, id: string, read: IndexSource["read"]): Promise<PassageIndex> {
    this.#builds += 1;
    try {
      const index = await inTurns(tenantId, indexSteps(await read()));
      this.#bytes.set(id, index.bytes);
      this.#total += index.bytes;
      this.#evict(id);
      return index;
    } catch (error) {
      this.#indexes.delete(id);
      throw error;
    }
  }

  #evict(kept: string): void {
    for (const id of this.#indexes.keys()) {
      if (this.#total <= this.maxBytes) return;
      const bytes = this.#bytes.get(id);
      if (id === kept || bytes === undefined) continue;
      this.#indexes.delete(id);
      this.#bytes.delete(id);
      this.#total -= bytes;
    }
  }
}
