import { findDocument, renderDocument } from "../features/versions";
import type { Site } from "../site";
import type { Reader } from "../storage/port";
import { Pieces } from "./pieces";
import type { Built } from "./queries";
import { keptMarks, type RenderedPage } from "./render";
import { SharedBytes } from "./shared-bytes";

/** What visitors get of a version, but for what is known only when it is served. */
export interface KeptPage {
  /** In turn a text, and the mark of what comes after it. */
  texts: readonly string[];
  /** What it shares with others, by mark. */
  pieces: ReadonlyMap<string, SharedBytes>;
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
  { db, site, pieces: known }: Keeping,
  tenantId: string,
  audienceId: string,
  versionId: string,
  { html, sources, content_hash, is_indexed }: Built,
): Promise<KeptPage | undefined> {
  if (html !== null && sources !== null && content_hash !== null) {
    const texts = html.split(keptMarks);
    const pieces = await known.read(db, tenantId, texts.filter(isHash));
    if (pieces) return { texts, pieces, sources, isIndexed: is_indexed === 1, contentHash: content_hash };
  }
  const built = await findDocument(db, tenantId, audienceId, versionId);
  return built && { ...keptOf(renderDocument({ tenantId, site }, built.document)), contentHash: built.content_hash };
}

export function keptOf({ html, pieces, sources, isIndexed }: RenderedPage): Omit<KeptPage, "contentHash"> {
  const bytes = Array.from(pieces, ([hash, piece]) => [hash, SharedBytes.of(piece)] as const);
  return { texts: html.split(keptMarks), pieces: new Map(bytes), sources, isIndexed };
}

function isHash(text: string, index: number): boolean {
  return index % 2 === 1 && text !== "address" && text !== "token";
}
