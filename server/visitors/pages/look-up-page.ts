import { crc32 } from "node:zlib";
import { addressOf } from "../../features/page-links";
import { rendererVersion } from "../../rendering";
import { personHash, type VisitedPage } from "../../visits/visit-events";
import { endOfTokenDay, tokenDay, writePageToken } from "../inbox/page-token";
import { findFirstLink, findPageAt } from "../routing/queries";
import type { Route } from "../routing/route";
import { writeVisitToken } from "../visits/visit-token";
import { type BuiltPage, type PageSource, readBuiltPage } from "./built-page";

/** What a route leads to: a page, an audience that was archived, or nothing. */
export type PageLookup = { page: ServedPage } | { archivedWithBrand: string; language: string | undefined } | undefined;

interface ServedPage extends BuiltPage {
  /** Names all that the HTML is made of: content, renderer, and the address and tokens that are filled in. */
  contentTag: string;
  /** Unix milliseconds: from then on its token is of the day before. */
  until: number;
  visited: VisitedPage;
}

export async function lookUpPage(source: PageSource, route: Route): Promise<PageLookup> {
  const { tenantId, domainKey, path } = route;
  const row = await findPageAt(source.db, tenantId, domainKey, path);
  if (row?.page_status !== "published") return undefined;
  if (row.audience_archived_at !== null) return { archivedWithBrand: row.brand_id, language: languageIn(row.html) };
  const { audience_id: audienceId, page_id: pageId } = row;
  const address = (row.has_older === 1 && (await firstAddress(source, tenantId, audienceId))) || route.publicUrl;
  const { recording } = await source.settings.of(tenantId);
  const day = tokenDay(audienceId, source.clock());
  const visited = { tenantId, audienceId, pageId, versionId: row.version_id, person: personHash(row.person_id) };
  const served = {
    address,
    token: writePageToken(source.site.signer, visited, day),
    visitToken: writeVisitToken(source.site.signer, visited, recording),
  };
  const built = await readBuiltPage(source, tenantId, audienceId, row.version_id, row, served);
  if (!built) return undefined;
  const contentTag = `${built.contentHash}.${rendererVersion}.${crc32(`${address} ${recording}`).toString(36)}.${day.toString(36)}`;
  return { page: { ...built, contentTag, until: endOfTokenDay(audienceId, day), visited } };
}

/** The address of the audience's oldest link; null when that link leads nowhere. */
async function firstAddress({ db, site }: PageSource, tenantId: string, audienceId: string): Promise<string | null> {
  const first = await findFirstLink(db, tenantId, audienceId);
  return first ? addressOf(site, first.tenant_name, first) : null;
}

/** The language that a page was built in. */
function languageIn(html: string | null): string | undefined {
  return /^<!doctype html><html lang="([\w-]+)"/.exec(html ?? "")?.[1];
}
