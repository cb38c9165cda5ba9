import type { Site } from "../../context";
import { readDocument, renderDocument } from "../../features/publishing";
import type { SettingsCache } from "../../features/settings";
import { type RenderedPage, rendererVersion } from "../../rendering";
import type { Reader } from "../../storage/port";
import type { BuiltRow } from "../routing/queries";
import { fillPlaceholders, type ServedAs } from "./fill-placeholders";
import type { FragmentCache } from "./fragment-cache";

/** What pages are read from. */
export interface PageSource {
  db: Reader;
  site: Site;
  clock: () => number;
  settings: SettingsCache;
  fragments: FragmentCache;
}

/** A version's page with all placeholders filled in. */
export interface BuiltPage {
  /** The HTML as a list of texts, to be joined. */
  chunks: readonly string[];
  sources: string;
  isIndexed: boolean;
  contentHash: string;
}

/** The page as it was stored when the version was built. A page that an earlier renderer made is rendered now. */
export async function readBuiltPage(
  { db, site, fragments }: Pick<PageSource, "db" | "site" | "fragments">,
  tenantId: string,
  audienceId: string,
  versionId: string,
  { html, sources, content_hash, is_indexed, renderer }: BuiltRow,
  served: ServedAs,
): Promise<BuiltPage | undefined> {
  if (html !== null && sources !== null && content_hash !== null && renderer === rendererVersion) {
    const chunks = fillPlaceholders(html, served, fragments.get) ?? (await fillFromDatabase(html));
    if (chunks) return { chunks, sources, isIndexed: is_indexed === 1, contentHash: content_hash };
  }
  const built = await readDocument(db, tenantId, audienceId, versionId);
  if (!built) return undefined;
  const rendered = await renderDocument({ tenantId, site }, built.document);
  const { sources: renderedSources, isIndexed } = rendered;
  return { chunks: renderedChunks(rendered, served), sources: renderedSources, isIndexed, contentHash: built.contentHash };

  async function fillFromDatabase(stored: string): Promise<string[] | undefined> {
    const read = await fragments.read(db, tenantId, stored);
    return fillPlaceholders(stored, served, (hash) => read.get(hash));
  }
}

export function renderedChunks({ html, fragments }: RenderedPage, served: ServedAs): string[] {
  return fillPlaceholders(html, served, (hash) => fragments.get(hash)) ?? [];
}
