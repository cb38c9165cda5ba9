import type { Reading } from "../../context";
import { tokenValues } from "../../rendering/tokens";
import { among, sql } from "../../storage/sql";
import { personHash, personHashOf, type VisitRow } from "../../visits/visit-events";
import { formerPersonsOf } from "../audiences";
import { addressOf } from "../page-links";
import { tenantName } from "../tenants";

/** What sessions say about where a visit was. */
export interface VisitedPlace {
  /**
   * As on a page that is made for nobody in particular: events keep the title, and the person whose name it would have may be
   * erased.
   */
  title: string;
  url: string | null;
  /** When the audience or its page was archived, whichever was first. It was not shown to anybody after that. */
  archivedAt: number | null;
  /** Hashes of those whom the audience is made for, and of those whom it was made for before unless they are erased. */
  persons: ReadonlySet<string>;
  /** Whose audience it is: its own account, or its person's. */
  accountId: string | null;
}

interface PlaceRow {
  audience_id: string;
  person_id: string | null;
  account_id: string | null;
  archived_at: number | null;
  title: string;
  name: string;
  domain_key: string | null;
  path: string | null;
  domain: string | null;
}

/** Finds the place of each of these visits. */
export async function visitedPlaces(
  ctx: Reading,
  visits: readonly VisitRow[],
): Promise<(visit: VisitRow) => VisitedPlace | undefined> {
  const [ofAudiences, ofPages] = await Promise.all([
    placesOfAudiences(ctx, visits),
    placesOfPages(ctx, [...new Set(visits.flatMap(({ audience_id, page_id }) => (audience_id === null ? page_id : [])))]),
  ]);
  return ({ audience_id, page_id }) => (audience_id === null ? ofPages.get(page_id) : ofAudiences.get(audience_id));
}

/** By the audience's identifier. */
async function placesOfAudiences(ctx: Reading, visits: readonly VisitRow[]): Promise<Map<string, VisitedPlace>> {
  const { db, tenantId, site } = ctx;
  const audienceIds = [...new Set(visits.flatMap(({ audience_id }) => audience_id ?? []))];
  if (audienceIds.length === 0) return new Map();
  const [rows, name] = await Promise.all([
    db.all<PlaceRow>(sql`
      SELECT audience.audience_id, audience.person_id, coalesce(audience.account_id, employer.account_id) AS account_id,
        CASE WHEN page.archived_at < audience.archived_at THEN page.archived_at
          ELSE coalesce(audience.archived_at, page.archived_at) END AS archived_at, page.title, page.name, link.domain_key, link.path, verified.domain
      FROM audiences AS audience
      JOIN pages AS page ON page.tenant_id = ${tenantId} AND page.page_id = audience.page_id
      LEFT JOIN page_links AS link ON link.tenant_id = ${tenantId} AND link.page_link_id = (
        SELECT min(page_link_id) FROM page_links
        WHERE tenant_id = ${tenantId} AND audience_id = audience.audience_id AND deleted_at IS NULL)
      LEFT JOIN domains AS verified ON verified.tenant_id = ${tenantId} AND verified.domain_id = link.domain_key
        AND verified.verified_at IS NOT NULL
      LEFT JOIN persons AS person ON person.tenant_id = ${tenantId} AND person.person_id = audience.person_id
      LEFT JOIN accounts AS employer ON employer.tenant_id = ${tenantId} AND employer.domain = person.domain
      WHERE audience.tenant_id = ${tenantId} AND audience.audience_id ${among(audienceIds)}`),
    tenantName(db, tenantId),
  ]);
  const persons = await personsOf(ctx, visits, rows);
  return new Map(
    rows.map(({ audience_id, account_id, archived_at, domain_key, path, domain, ...page }) => {
      const url = domain_key === null || path === null ? null : addressOf(site, name, { domain_key, path, domain });
      const known = { persons: persons.get(audience_id) ?? new Set<string>(), accountId: account_id };
      return [audience_id, { title: titleOf(page), url, archivedAt: archived_at, ...known }];
    }),
  );
}

/** By the audience's identifier. Former persons are only looked for where a visit was shown somebody else's page. */
async function personsOf(
  ctx: Reading,
  visits: readonly VisitRow[],
  audiences: readonly Pick<PlaceRow, "audience_id" | "person_id">[],
): Promise<Map<string, Set<string>>> {
  const persons = new Map(audiences.map(({ audience_id, person_id }) => [audience_id, new Set([personHash(person_id)])]));
  const passedOn = visits.flatMap((visit) => {
    const { audience_id } = visit;
    return audience_id !== null && isSomebodyElses(visit, persons.get(audience_id) ?? new Set()) ? audience_id : [];
  });
  for (const { audience_id, person_id } of await formerPersonsOf(ctx, [...new Set(passedOn)]))
    persons.get(audience_id)?.add(personHash(person_id));
  return persons;
}

/** Whether the opened page was made for none of the persons. */
export function isSomebodyElses(visit: VisitRow, persons: ReadonlySet<string>): boolean {
  const shown = personHashOf(visit);
  return shown !== "" && !persons.has(shown);
}

/** For visitors who don't want to be recognised: the page alone, by its identifier. */
async function placesOfPages(ctx: Reading, pageIds: readonly string[]): Promise<Map<string, VisitedPlace>> {
  if (pageIds.length === 0) return new Map();
  const rows = await ctx.db.all<{ page_id: string; title: string; name: string; archived_at: number | null }>(sql`
    SELECT page_id, title, name, archived_at FROM pages WHERE tenant_id = ${ctx.tenantId} AND page_id ${among(pageIds)}`);
  return new Map(
    rows.map(({ page_id, archived_at, ...page }) => [
      page_id,
      { title: titleOf(page), url: null, archivedAt: archived_at, persons: new Set(), accountId: null },
    ]),
  );
}

function titleOf(page: { title: string; name: string }): string {
  const filled = tokenValues({ person: null, account: null, page, audience: { name: "" } }).page;
  return filled.title?.trim() || (filled.name ?? "");
}
