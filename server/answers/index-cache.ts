import type { Topic } from "../../contract";
import { inTurns } from "./in-turns";
import { indexSteps, type SynonymGroups } from "./retrieval/build-index";
import type { PassageIndex } from "./retrieval/passage-index";

/** All indexes of a process together. The one in use is kept even if it is larger. */
const defaultMaxBytes = 64 * 1_048_576;

interface IndexSource {
  topics: readonly Topic[];
  synonyms: SynonymGroups;
}

/** The indexes of sets of topics, built when they are first needed. The least recently used ones go. */
export class IndexCache {
  readonly #indexes = new Map<string, Promise<PassageIndex>>();
  readonly #bytes = new Map<string, number>();
  #total = 0;

  constructor(readonly maxBytes = defaultMaxBytes) {}

  /** The key names the set of topics and its state, so that what is cached is never out of date. */
  get(tenantId: string, key: string, read: () => Promise<IndexSource>): Promise<PassageIndex> {
    const id = `${tenantId} ${key}`;
    const known = this.#indexes.get(id);
    if (known) {
      this.#indexes.delete(id);
      this.#indexes.set(id, known);
      return known;
    }
    const built = this.#build(tenantId, id, read);
    this.#indexes.set(id, built);
    return built;
  }

  get bytes(): number {
    return this.#total;
  }

  async #build(tenantId: string, id: string, read: () => Promise<IndexSource>): Promise<PassageIndex> {
    try {
      const { topics, synonyms } = await read();
      const index = await inTurns(tenantId, indexSteps(topics, synonyms));
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
