import { Known } from "../../caching/lookup-cache";
import { type BrandRow, findBrand, oldestBrand, toBrand } from "../../features/brands";
import type { AssetScope, PageBrand } from "../../rendering";
import type { Signer } from "../../secrets/signer";
import type { Database } from "../../storage/port";

const maxKnown = 1_000;

/** A brand, and where its logo is. */
export interface Branded {
  look: PageBrand;
  /** Without it the brand is there by its name. */
  place?: AssetScope;
}

/** What a tenant's pages look like where no page says: kept, so that it is there when the database is not. */
export class Looks {
  readonly #db: Database;
  readonly #signer: Signer;
  readonly #known = new Known<Branded | null>(maxKnown);

  constructor(db: Database, signer: Signer) {
    this.#db = db;
    this.#signer = signer;
  }

  async of(tenantId: string | undefined): Promise<Branded | null> {
    if (tenantId === undefined) return null;
    const read = async () => this.#branded(tenantId, await oldestBrand(this.#db, tenantId));
    return (await this.#known.find(tenantId, read)) ?? null;
  }

  /** Of the brand that a page names, if there is one. */
  async named(tenantId: string, brandId: string): Promise<Branded | null> {
    return this.#branded(tenantId, await findBrand(this.#db, tenantId, brandId)) ?? this.of(tenantId);
  }

  /** Without asking, and without its logo, which would have to be asked for. */
  known(tenantId: string | undefined): Branded | null {
    const known = this.#known.get(tenantId ?? "");
    return known ? { look: known.look } : null;
  }

  /** Nobody waits for it. */
  prepare(tenantId: string): void {
    if (this.#known.get(tenantId) === undefined) this.of(tenantId).catch(() => {});
  }

  drop(id: string): void {
    this.#known.drop(id);
  }

  clear(): void {
    this.#known.clear();
  }

  #branded(tenantId: string, row: BrandRow | undefined): Branded | null {
    if (!row) return null;
    const { name, colors, logo } = toBrand(row);
    return { look: { name, colors, logo }, place: { tenantId, signer: this.#signer } };
  }
}
