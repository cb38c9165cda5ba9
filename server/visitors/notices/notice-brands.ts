import { LookupCache } from "../../caching/lookup-cache";
import { findBrand, oldestBrand, toPageBrand } from "../../features/brands";
import type { SettingsCache } from "../../features/settings";
import type { AssetScope, PageBrand } from "../../rendering";
import type { Signer } from "../../secrets/signer";
import type { Database } from "../../storage/port";

const maxCached = 1_000;

/** The brand that a notice is shown in, and the tenant's language. */
export interface NoticeBrand {
  brand: PageBrand | null;
  /** Where its logo is; without it the brand's name stands for the logo. */
  assetScope?: AssetScope;
  /** The default of the tenant's pages. */
  language?: string;
}

/** Which brand a notice is shown in. A tenant's own is cached, so that it is known when the database is away. */
export class NoticeBrands {
  readonly #db: Database;
  readonly #signer: Signer;
  readonly #settings: SettingsCache;
  readonly #byTenant = new LookupCache<PageBrand | null>(maxCached);

  constructor(db: Database, signer: Signer, settings: SettingsCache) {
    this.#db = db;
    this.#signer = signer;
    this.#settings = settings;
  }

  async ofTenant(tenantId: string | undefined): Promise<NoticeBrand | null> {
    return tenantId === undefined ? null : this.#toNoticeBrand(tenantId, await this.#tenantsOwn(tenantId));
  }

  /** The brand that a page names if it exists, or else the tenant's. */
  async ofPage(tenantId: string, brandId: string): Promise<NoticeBrand | null> {
    const row = await findBrand(this.#db, tenantId, brandId);
    return this.#toNoticeBrand(tenantId, row ? toPageBrand(row) : await this.#tenantsOwn(tenantId));
  }

  /** Without the database, and so without the logo, which the browser would ask for. */
  cached(tenantId: string | undefined): NoticeBrand | null {
    if (tenantId === undefined) return null;
    const settings = this.#settings.of(tenantId);
    if (!(settings instanceof Promise)) {
      return { brand: this.#byTenant.get(tenantId) ?? null, language: settings.defaultLanguage };
    }
    settings.catch(() => {});
    const brand = this.#byTenant.get(tenantId);
    return brand ? { brand } : null;
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

  async #tenantsOwn(tenantId: string): Promise<PageBrand | null> {
    const read = async () => {
      const row = await oldestBrand(this.#db, tenantId);
      return row ? toPageBrand(row) : null;
    };
    return (await this.#byTenant.find(tenantId, read)) ?? null;
  }

  async #toNoticeBrand(tenantId: string, brand: PageBrand | null): Promise<NoticeBrand> {
    const { defaultLanguage } = await this.#settings.of(tenantId);
    return { brand, language: defaultLanguage, ...(brand && { assetScope: { tenantId, signer: this.#signer } }) };
  }
}
