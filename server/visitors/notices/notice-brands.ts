import { LookupCache } from "../../caching/lookup-cache";
import { type BrandRow, findBrand, oldestBrand, toPageBrand } from "../../features/brands";
import type { AssetScope, PageBrand } from "../../rendering";
import type { Signer } from "../../secrets/signer";
import type { Database } from "../../storage/port";

const maxCached = 1_000;

/** The brand that a notice is shown in. */
export interface NoticeBrand {
  brand: PageBrand;
  /** Where its logo is; without it the brand's name stands for the logo. */
  assetScope?: AssetScope;
}

/** Which brand a notice is shown in. A tenant's own is cached, so that it is known when the database is away. */
export class NoticeBrands {
  readonly #db: Database;
  readonly #signer: Signer;
  readonly #byTenant = new LookupCache<NoticeBrand | null>(maxCached);

  constructor(db: Database, signer: Signer) {
    this.#db = db;
    this.#signer = signer;
  }

  async ofTenant(tenantId: string | undefined): Promise<NoticeBrand | null> {
    if (tenantId === undefined) return null;
    const read = async () => this.#toNoticeBrand(tenantId, await oldestBrand(this.#db, tenantId));
    return (await this.#byTenant.find(tenantId, read)) ?? null;
  }

  /** The brand that a page names if it exists, or else the tenant's. */
  async ofPage(tenantId: string, brandId: string): Promise<NoticeBrand | null> {
    return this.#toNoticeBrand(tenantId, await findBrand(this.#db, tenantId, brandId)) ?? this.ofTenant(tenantId);
  }

  /** Without the database, and so without the logo, which the browser would ask for. */
  cached(tenantId: string | undefined): NoticeBrand | null {
    const cached = this.#byTenant.get(tenantId ?? "");
    return cached ? { brand: cached.brand } : null;
  }

  /** Reads the tenant's brand in the background, for when the database is away. */
  warmUp(tenantId: string): void {
    if (this.#byTenant.get(tenantId) === undefined) this.ofTenant(tenantId).catch(() => {});
  }

  drop(id: string): void {
    this.#byTenant.drop(id);
  }

  clear(): void {
    this.#byTenant.clear();
  }

  #toNoticeBrand(tenantId: string, row: BrandRow | undefined): NoticeBrand | null {
    if (!row) return null;
    return { brand: toPageBrand(row), assetScope: { tenantId, signer: this.#signer } };
  }
}
