import type { Reader } from "../storage/port";
import { findPieces } from "./queries";
import { SharedBytes } from "./shared-bytes";

/** What pages have in common, by hash, as it was asked for lately. It never changes, so it is never old. */
export class Pieces {
  readonly #known = new Map<string, SharedBytes>();
  #bytes = 0;

  constructor(readonly maxBytes: number) {}

  /** Undefined when one of them is not there. */
  async read(db: Reader, tenantId: string, hashes: readonly string[]): Promise<ReadonlyMap<string, SharedBytes> | undefined> {
    const found = new Map<string, SharedBytes>();
    const missing = new Set<string>();
    for (const hash of hashes) {
      const piece = this.#known.get(hash);
      if (piece) found.set(hash, piece);
      else missing.add(hash);
    }
    if (missing.size === 0) return found;
    for (const { piece_hash, html } of await findPieces(db, tenantId, [...missing])) {
      const piece = this.#known.get(piece_hash) ?? this.#keep(piece_hash, SharedBytes.of(html));
      found.set(piece_hash, piece);
      missing.delete(piece_hash);
    }
    return missing.size === 0 ? found : undefined;
  }

  #keep(hash: string, piece: SharedBytes): SharedBytes {
    this.#known.set(hash, piece);
    this.#bytes += piece.length;
    for (const [oldest, { length }] of this.#known) {
      if (this.#bytes <= this.maxBytes) break;
      this.#known.delete(oldest);
      this.#bytes -= length;
    }
    return piece;
  }
}
