import { SharedReads } from "../../caching/shared-reads";
import { createSharedPages, type ServedDocument, servedDocuments } from "../../features/publishing";
import type { Database } from "../../storage/port";

/** The pages that visitors write from, as they are now. Requests of a tenant share a read. */
export class ServedPages {
  readonly #db: Database;
  readonly #sharedPages = createSharedPages();
  readonly #reads = new SharedReads<Map<string, ServedDocument>>();
  /** Audiences that the next read of a tenant looks for. */
  readonly #wanted = new Map<string, Set<string>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined for an audience that is not served to visitors. */
  async find(tenantId: string, audienceId: string): Promise<ServedDocument | undefined> {
    const wanted = this.#wanted.get(tenantId) ?? new Set();
    this.#wanted.set(tenantId, wanted.add(audienceId));
    const found = await this.#reads.share(tenantId, () => {
      this.#wanted.delete(tenantId);
      return servedDocuments(this.#db, tenantId, [...wanted], this.#sharedPages);
    });
    return found.get(audienceId);
  }
}
