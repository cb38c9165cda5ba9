import { type BrandRow, findBrand, oldestBrand, toBrand } from "../features/brands";
import type { Database } from "../storage/port";
import type { Look } from "./render";

const maxKnown = 1_000;

/** What a tenant's pages look like where no page says: kept, so that it is there when the database is not. */
export class Looks {
  readonly #db: Database;
  readonly #known = new Map<string, Look | null>();

  constructor(db: Database) {
    this.#db = db;
  }

  async of(tenantId: string | undefined): Promise<Look | null> {
    if (tenantId === undefined) return null;
    const known = this.#known.get(tenantId);
    if (known !== undefined) return known;
    const look = toLook(await oldestBrand(this.#db, tenantId));
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(tenantId, look);
    return look;
  }

  /** Of the brand that a page names, if there is one. */
  async named(tenantId: string, brandId: string): Promise<Look | null> {
    return toLook(await findBrand(this.#db, tenantId, brandId)) ?? this.of(tenantId);
  }

  /** Without asking. */
  known(tenantId: string | undefined): Look | null {
    return this.#known.get(tenantId ?? "") ?? null;
  }

  /** Nobody waits for it. */
  prepare(tenantId: string): void {
    if (!this.#known.has(tenantId)) this.of(tenantId).catch(() => {});
  }

  drop(id: string): void {
    this.#known.delete(id);
  }

  clear(): void {
    this.#known.clear();
  }
}

function toLook(row: BrandRow | undefined): Look | null {
  if (!row) return null;
  const { name, colors, logo } = toBrand(row);
  return { name, colors, logo };
}
