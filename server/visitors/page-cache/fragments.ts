import { findParts } from "../../features/versions";
import { fragmentHashesIn } from "../../rendering";
import type { Reader } from "../../storage/port";
import { SharedBytes } from "./shared-bytes";

/** Finds what a mark stands for. */
export type PieceOf = (hash: string) => SharedBytes | undefined;

/** What pages have in common, by hash, as it was asked for lately. It never changes, so it is never old. */
export class Pieces {
  readonly #known = new Map<string, SharedBytes>();
  #bytes = 0;

  constructor(readonly maxBytes: number) {}

  readonly known: PieceOf = (hash) => {
    const piece = this.#known.get(hash);
    if (piece) piece.wasUsed = true;
    return piece;
  };

  /** All that a page has. */
  async read(db: Reader, tenantId: string, html: string): Promise<PieceOf> {
    const hashes = fragmentHashesIn(html);
    const found = new Map(hashes.map((hash) => [hash, this.#known.get(hash)]));
    const missing = hashes.filter((hash) => !this.#known.has(hash));
    for (const [hash, html] of await findParts(db, tenantId, missing)) {
      found.set(hash, this.#known.get(hash) ?? this.#keep(hash, SharedBytes.of(html)));
    }
    return (hash) => found.get(hash);
  }

  #keep(hash: string, piece: SharedBytes): SharedBytes {
    this.#known.set(hash, piece);
    this.#bytes += piece.length;
    for (const [oldest, old] of this.#known) {
      if (this.#bytes <= this.maxBytes) break;
      this.#known.delete(oldest);
      if (old.wasUsed) this.#known.set(oldest, old);
      else this.#bytes -= old.length;
      old.wasUsed = false;
    }
    return piece;
  }
}
