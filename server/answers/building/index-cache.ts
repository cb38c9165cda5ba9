import { SharedReads } from "../../caching/shared-reads";
import type { IndexContent } from "../retrieval/build-index";
import type { PassageIndex } from "../retrieval/passage-index";
import { IndexBuilds } from "./index-builds";

/** All indexes of a process together; the runtime takes half as much again. The one in use is kept even if it is larger. */
const defaultMaxBytes = 56 * 1_048_576;

/** A set of topics as it is now. */
interface IndexSource {
  /** Names the set and its state, so that what is cached is never out of date. */
  key: string;
  read(): Promise<IndexContent>;
}

declare module "../../context" {
  interface Site {
    /** What questions are answered from. */
    readonly indexes: IndexCache;
  }
}

interface Cached {
  index: Promise<PassageIndex>;
  /** Undefined while it is built. */
  bytes: number | undefined;
  /** The pages that were last answered from it. */
  pages: Set<string>;
}

/** The indexes of sets of topics, built when they are first needed. Those of no page any more go, and the least recently used ones. */
export class IndexCache {
  readonly #indexes = new Map<string, Cached>();
  /** The index that each page was last answered from. */
  readonly #ofPage = new Map<string, string>();
  /** Builds that have not begun. A build reads its topics when it begins, so it serves every question asked before that. */
  readonly #next = new Map<string, Promise<PassageIndex>>();
  /** Reads which topics a page knows, and how often each was changed. */
  readonly #looks = new SharedReads<IndexSource>();
  readonly #making = new IndexBuilds();
  #total = 0;
  #builds = 0;

  constructor(readonly maxBytes = defaultMaxBytes) {}

  /** The index of a page, as new as the call. However often topics change, nobody waits for more than two builds of the page. */
  async get(tenantId: string, pageId: string, source: () => Promise<IndexSource>): Promise<PassageIndex> {
    const page = `${tenantId} ${pageId}`;
    const known = this.#find(tenantId, page, await this.#looks.share(page, source));
    if (known) return known;
    let next = this.#next.get(page);
    if (!next) {
      next = this.#making.run(tenantId, async () => {
        this.#next.delete(page);
        const newest = await source();
        return this.#find(tenantId, page, newest) ?? this.#build(tenantId, page, newest);
      });
      this.#next.set(page, next);
    }
    return next;
  }

  /** An index that is used once. */
  build(tenantId: string, content: IndexContent): Promise<PassageIndex> {
    return this.#making.run(tenantId, () => this.#making.build(tenantId, content));
  }

  get bytes(): number {
    return this.#total;
  }

  gauges(): Record<string, number> {
    return {
      answer_indexes: this.#indexes.size,
      answer_index_bytes: this.#total,
      answer_index_builds_total: this.#builds,
    };
  }

  #find(tenantId: string, page: string, { key }: IndexSource): Promise<PassageIndex> | undefined {
    const id = `${tenantId} ${key}`;
    const known = this.#indexes.get(id);
    if (!known) return undefined;
    this.#indexes.delete(id);
    this.#indexes.set(id, known);
    this.#use(page, id, known);
    return known.index;
  }

  #build(tenantId: string, page: string, { key, read }: IndexSource): Promise<PassageIndex> {
    const id = `${tenantId} ${key}`;
    const cached: Cached = { index: this.#make(tenantId, id, read), bytes: undefined, pages: new Set() };
    this.#indexes.set(id, cached);
    this.#use(page, id, cached);
    return cached.index;
  }

  /** An edit makes a new index: without this, those of a page that is edited often would push out all others. */
  #use(page: string, id: string, cached: Cached): void {
    const before = this.#ofPage.get(page);
    if (before === id) return;
    cached.pages.add(page);
    this.#ofPage.set(page, id);
    const replaced = before === undefined ? undefined : this.#indexes.get(before);
    replaced?.pages.delete(page);
    if (before !== undefined && replaced?.pages.size === 0) this.#remove(before, replaced);
  }

  async #make(tenantId: string, id: string, read: IndexSource["read"]): Promise<PassageIndex> {
    this.#builds += 1;
    try {
      const index = await this.#making.build(tenantId, await read());
      const cached = this.#indexes.get(id);
      if (cached && cached.bytes === undefined) {
        cached.bytes = index.bytes;
        this.#total += index.bytes;
        this.#evict(id);
      }
      return index;
    } catch (error) {
      const cached = this.#indexes.get(id);
      if (cached) this.#remove(id, cached);
      throw error;
    }
  }

  #evict(kept: string): void {
    for (const [id, cached] of this.#indexes) {
      if (this.#total <= this.maxBytes) return;
      if (id !== kept && cached.bytes !== undefined) this.#remove(id, cached);
    }
  }

  #remove(id: string, { bytes = 0, pages }: Cached): void {
    this.#indexes.delete(id);
    this.#total -= bytes;
    for (const page of pages) this.#ofPage.delete(page);
  }
}
