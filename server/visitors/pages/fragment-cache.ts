import { findParts } from "../../features/versions";
import { fragmentHashesIn } from "../../rendering";
import type { Reader } from "../../storage/port";

export const maxFragmentsLength = 16 * 1_048_576;

interface Cached {
  fragment: string;
  /** Since it was read, or last spared when room was needed. */
  wasUsed: boolean;
}

/**
 * Fragments that pages share, by hash; those in use stay. A hash names its content, so none is ever out of date.
 * Moving a fragment to the end of the map on each use would be simpler, but leaves tens of megabytes to be collected.
 */
export class FragmentCache {
  readonly #maxLength: number;
  readonly #byHash = new Map<string, Cached>();
  #length = 0;

  /** `maxLength`: in characters. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  readonly get = (hash: string): string | undefined => {
    const cached = this.#byHash.get(hash);
    if (cached) cached.wasUsed = true;
    return cached?.fragment;
  };

  /** The fragments of a stored page, as far as they exist. */
  async read(db: Reader, tenantId: string, html: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const missing: string[] = [];
    for (const hash of fragmentHashesIn(html)) {
      const fragment = this.get(hash);
      if (fragment === undefined) missing.push(hash);
      else found.set(hash, fragment);
    }
    for (const [hash, fragment] of await findParts(db, tenantId, missing)) {
      found.set(hash, fragment);
      this.#put(hash, fragment);
    }
    return found;
  }

  #put(hash: string, fragment: string): void {
    if (this.#byHash.has(hash)) return;
    this.#byHash.set(hash, { fragment, wasUsed: false });
    this.#length += fragment.length;
    for (const [oldest, cached] of this.#byHash) {
      if (this.#length <= this.#maxLength) break;
      this.#byHash.delete(oldest);
      if (cached.wasUsed) this.#byHash.set(oldest, { ...cached, wasUsed: false });
      else this.#length -= cached.fragment.length;
    }
  }
}
