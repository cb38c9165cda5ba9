import type { Site } from "../../context";
import { readDocument, renderDocument } from "../../features/publishing";
import { type RenderedPage, rendererVersion } from "../../rendering";
import type { Reader } from "../../storage/port";
import type { Built } from "../routing/queries";
import { filledIn, type Part, type ServedAs } from "./chunks";
import { Pieces } from "./fragments";
import { SharedBytes } from "./shared-bytes";

/** What visitors get of a version. */
export interface KeptPage {
  parts: readonly Part[];
  sources: string;
  isIndexed: boolean;
  /** The name of what it was made from. */
  contentHash: string;
}

export interface Keeping {
  db: Reader;
  site: Site;
  pieces: Pieces;
}

const maxPieceBytes = 16 * 1_048_576;

export function createKeeping(db: Reader, site: Site): Keeping {
  return { db, site, pieces: new Pieces(maxPieceBytes) };
}

/** A version's, as it was kept when it was built, or for what is older than that, made now. */
export async function keptPage(
  { db, site, pieces }: Keeping,
  tenantId: string,
  audienceId: string,
  versionId: string,
  { html, sources, content_hash, is_indexed, renderer }: Built,
  served: ServedAs,
): Promise<KeptPage | undefined> {
  if (html !== null && sources !== null && content_hash !== null && renderer === rendererVersion) {
    const parts = filledIn(html, served, pieces.known) ?? filledIn(html, served, await pieces.read(db, tenantId, html));
    if (parts) return { parts, sources, isIndexed: is_indexed === 1, contentHash: content_hash };
  }
  const built = await readDocument(db, tenantId, audienceId, versionId);
  if (!built) return undefined;
  const rendered = renderDocument({ tenantId, site }, built.document);
  return { ...rendered, parts: renderedParts(rendered, served), contentHash: built.contentHash };
}

export function renderedParts({ html, fragments }: RenderedPage, served: ServedAs): Part[] {
  return filledIn(html, served, (hash) => SharedBytes.of(fragments.get(hash) as string)) as Part[];
}
