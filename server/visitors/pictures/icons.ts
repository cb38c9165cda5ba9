import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SharedWork } from "../../caching/shared-work";
import { documentAssets, findPageAsset, originalKey, type PageAsset } from "../../features/assets";
import { type BrandRow, findBrand, oldestBrand, toPageBrand } from "../../features/brands";
import { type DrawnAs, type DrawRequest, formatOf, notDrawable } from "../../images/port";
import { storedTenantId } from "../../records/tenant-ids";
import { contentHash, drawIcon, iconPixels, iconPurpose, isIconShaped, palettesOf } from "../../rendering";
import { noticeResponse } from "../notices/notices";
import type { Host } from "../routing/hosts";
import type { VisitorServices } from "../services";
import { KeptFiles } from "./kept-files";

const pathPattern = new RegExp(`^/_foyer/icons/(${storedTenantId})/(brand_[a-z0-9]{26})/[\\w-]{22}/([\\w-]{1,100})\\.png$`);
const maxAgeSeconds = 86_400;
/** A few KB each. */
const maxFiles = 2_000;

/** The icons of brands, drawn when somebody first asks for one: a logo that is about as wide as high, or the brand's first letter. */
export class BrandIcons {
  readonly #services: VisitorServices;
  /** By brand. `hash`: of all that the icon was made from. */
  readonly #kept = new KeptFiles<{ hash: string; path: string }>(maxFiles);
  readonly #drawing = new SharedWork<string>();

  constructor(services: VisitorServices) {
    this.#services = services;
  }

  async answer(host: Host, path: string): Promise<Response> {
    const { db, site } = this.#services;
    const [, tenantId = "", brandId = "", signature = ""] = pathPattern.exec(path) ?? [];
    const isSigned = site.signer.verify(iconPurpose, `${tenantId} ${brandId}`, signature);
    if (!isSigned || (!host.own && host.tenantId !== tenantId)) return noticeResponse({ status: 404 }, null);
    return this.#iconOf(tenantId, await findBrand(db, tenantId, brandId));
  }

  /** Of a tenant's own domain: browsers ask for it where no page names another. */
  async favicon(host: Host): Promise<Response> {
    if (host.own) return new Response(null, { status: 404 });
    return this.#iconOf(host.tenantId, await oldestBrand(this.#services.db, host.tenantId));
  }

  async #iconOf(tenantId: string, row: BrandRow | undefined): Promise<Response> {
    if (!row) return new Response(null, { status: 404 });
    const logo = await this.#logoOf(tenantId, row);
    const hash = contentHash(JSON.stringify([row.name, row.colors, logo?.file_id]));
    const kept = this.#kept.get(row.brand_id);
    const path = kept?.hash === hash ? kept.path : await this.#made(tenantId, row, logo, hash);
    return new Response(new Uint8Array(await readFile(path)), {
      headers: { "content-type": "image/png", "cache-control": `public, max-age=${maxAgeSeconds}` },
    });
  }

  async #logoOf(tenantId: string, row: BrandRow): Promise<PageAsset | undefined> {
    const { db } = this.#services;
    const assetId = toPageBrand(row).logo?.assetId;
    if (!assetId) return undefined;
    const shown = (await documentAssets(db, tenantId, [assetId]))[assetId];
    return shown && isIconShaped(shown) ? findPageAsset(db, tenantId, assetId) : undefined;
  }

  #made(tenantId: string, row: BrandRow, logo: PageAsset | undefined, hash: string): Promise<string> {
    return this.#drawing.run(`${row.brand_id} ${hash}`, async () => {
      const path = await this.#draw(tenantId, row, logo);
      this.#kept.keep(row.brand_id, { hash, path });
      return path;
    });
  }

  async #draw(tenantId: string, row: BrandRow, logo: PageAsset | undefined): Promise<string> {
    const { files, previews } = this.#services.site;
    const brand = toPageBrand(row);
    const folder = join(files.scratch, "icons");
    await mkdir(folder, { recursive: true });
    const to = join(folder, `${crypto.randomUUID()}.png`);
    const from = `${to}.from`;
    const draw = async (format: DrawRequest["format"], content: Parameters<typeof writeFile>[1], more: Partial<DrawnAs>) => {
      await writeFile(from, content);
      await previews.draw({ tenantId, format, from, to, as: { type: "png", width: iconPixels, ...more } });
      return to;
    };
    try {
      const format = logo && formatOf(logo.content_type);
      if (logo && format) {
        const iconOn = palettesOf(brand.colors).light.background;
        const content = files.read(originalKey(tenantId, logo), 0, logo.size);
        // A logo that can't be drawn leaves the icon to the first letter.
        const drawn = await draw(format, content, { iconOn }).catch(notDrawable);
        if (drawn !== undefined) return drawn;
      }
      return await draw("svg", drawIcon(brand), {});
    } finally {
      await rm(from, { force: true });
    }
  }
}
