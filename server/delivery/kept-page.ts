import { findDocument, renderDocument } from "../features/versions";
import type { Site } from "../site";
import type { Reader } from "../storage/port";
import { type Built, findStyle } from "./queries";

/** What visitors get of a version, but for what is known only when it is served. */
export interface KeptPage {
  html: string;
  style: Buffer;
  sources: string;
  isIndexed: boolean;
  /** The name of what it was made from. */
  contentHash: string;
}

export interface Keeping {
  db: Reader;
  site: Site;
  styles: Styles;
}

/** A version's, as it was kept when it was built, or for what is older than that, made now. */
export async function keptPage(
  { db, site, styles }: Keeping,
  tenantId: string,
  audienceId: string,
  versionId: string,
  { html, style_hash, sources, content_hash, is_indexed }: Built,
): Promise<KeptPage | undefined> {
  if (html !== null && style_hash !== null && sources !== null && content_hash !== null) {
    const style = styles.known(style_hash) ?? (await styles.read(db, tenantId, style_hash));
    if (style) return { html, style, sources, isIndexed: is_indexed === 1, contentHash: content_hash };
  }
  const built = await findDocument(db, tenantId, audienceId, versionId);
  if (!built) return undefined;
  const { style, ...rendered } = renderDocument({ tenantId, site }, built.document);
  return { ...rendered, style: Buffer.from(style.html), contentHash: built.content_hash };
}

const maxStyles = 1_000;

/** Stylesheets by their hashes. They never change, so they are never old. */
export class Styles {
  readonly #known = new Map<string, Buffer>();

  known(hash: string): Buffer | undefined {
    return this.#known.get(hash);
  }

  async read(db: Reader, tenantId: string, hash: string): Promise<Buffer | undefined> {
    const html = await findStyle(db, tenantId, hash);
    if (html === undefined) return undefined;
    if (this.#known.size >= maxStyles) this.#known.clear();
    const style = Buffer.from(html);
    this.#known.set(hash, style);
    return style;
  }
}
