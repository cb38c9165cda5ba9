import { rm } from "node:fs/promises";
import { join } from "node:path";
import { SharedWork } from "../../../caching/shared-work";
import type { Site } from "../../../context";
import { type DrawnAs, formatOf, NotDrawable } from "../../../images/port";
import { shareWidth, variantWidths } from "../../../rendering";
import type { AssetRow } from "../queries";
import { fileKey } from "./addresses";

/** How an image is shown on a page: in one of a few widths, in a format that the browser understands. */
export interface Variant {
  width: number;
  type: "avif" | "webp" | "jpeg";
}

/** Where a page's address is shared: not every network reads the newer formats, or drawings. */
export const shareVariant: Variant = { width: shareWidth, type: "jpeg" };

export function variantKey(tenantId: string, fileId: string, { width, type }: Variant): string {
  return `${fileKey(tenantId, fileId, "original")}.w${width}.${type}`;
}

/** Of all that may have been drawn of a file. */
export function variantKeys(tenantId: string, fileId: string): string[] {
  const shown = variantWidths.flatMap((width) => (["avif", "webp"] as const).map((type) => ({ width, type })));
  return [...shown, shareVariant].map((variant) => variantKey(tenantId, fileId, variant));
}

/** Draws images in other sizes, each once, and stores them beside the originals. */
export class Variants {
  readonly #site: Site;
  readonly #drawing = new SharedWork<void>();

  constructor(site: Site) {
    this.#site = site;
  }

  draw(tenantId: string, asset: AssetRow, variant: Variant): Promise<void> {
    const key = variantKey(tenantId, asset.file_id, variant);
    return this.#drawing.run(key, () => this.#drawn(tenantId, asset, variant, key));
  }

  async #drawn(tenantId: string, asset: AssetRow, as: DrawnAs & Variant, key: string): Promise<void> {
    const { files, previews } = this.#site;
    const format = formatOf(asset.content_type);
    if (!format) throw new NotDrawable(`it is ${asset.content_type}`);
    const original = fileKey(tenantId, asset.file_id, "original");
    const from = join(files.incoming, crypto.randomUUID());
    const to = `${from}.${as.type}`;
    try {
      await files.copy(original, from);
      await previews.draw({ tenantId, format, from, to, as: { type: as.type, width: as.width } });
      await files.put(key, to, `image/${as.type}`);
      // The asset may have been deleted meanwhile, and its files with it.
      if ((await files.size(original)) === undefined) await files.remove(key);
    } finally {
      await Promise.all([rm(from, { force: true }), rm(to, { force: true })]);
    }
  }
}
