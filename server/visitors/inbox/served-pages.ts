import { createSharedPages, type ServedDocument, servedDocuments } from "../../features/publishing";
import type { Database } from "../../storage/port";

type Found = Promise<Map<string, ServedDocument>>;

/** The pages that visitors write from, as they are now. Requests of a tenant in one turn of the event loop share a read. */
export class ServedPages {
  readonly #db: Database;
  readonly #sharedPages = createSharedPages();
  /** Reads that have not begun, by tenant. */
  readonly #next = new Map<string, { audienceIds: Set<string>; found: Found }>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined for an audience that is not served to visitors. */
  async find(tenantId: string, audienceId: string): Promise<ServedDocument | undefined> {
    let next = this.#next.get(tenantId);
    if (!next) {
      const audienceIds = new Set<string>();
      next = { audienceIds, found: this.#readLater(tenantId, audienceIds) };
      this.#next.set(tenantId, next);
    }
    next.audienceIds.add(audienceId);
    return (await next.found).get(audienceId);
  }

  async #readLater(tenantId: string, audienceIds: ReadonlySet<string>): Found {
    await new Promise((turn) => setImmediate(turn));
    this.#next.delete(tenantId);
    return servedDocuments(this.#db, tenantId, [...audienceIds], this.#sharedPages);
  }
}
