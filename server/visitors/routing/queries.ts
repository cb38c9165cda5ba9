import type { Reader } from "../../storage/port";
import { sql } from "../../storage/sql";

interface RoutedPageRow extends BuiltRow {
  /** 1 when the audience has an older link: the oldest one is the canonical address. */
  has_older: number;
  audience_id: string;
  person_id: string | null;
  page_id: string;
  page_status: string;
  brand_id: string;
  audience_archived_at: number | null;
  version_id: string;
}

/** The page that was stored when a version was built; all null for a version from before pages were stored. */
export interface BuiltRow {
  html: string | null;
  sources: string | null;
  content_hash: string | null;
  is_indexed: number | null;
  /** The version of the renderer that made it. */
  renderer: number | null;
}

/** One query, so that the page's state and the version are from the same moment. */
export function findPageAt(db: Reader, tenantId: string, domainKey: string, path: string): Promise<RoutedPageRow | undefined> {
  return db.first(sql`
    SELECT link.audience_id, audience.person_id, audience.page_id, page.status AS page_status, page.brand_id,
      audience.archived_at AS audience_archived_at, audience.published_version_id AS version_id,
      built.html, built.sources, built.content_hash, built.is_indexed, built.renderer,
      CASE WHEN EXISTS (
        SELECT 1 FROM page_links AS older
        WHERE older.tenant_id = link.tenant_id AND older.audience_id = link.audience_id
          AND older.page_link_id < link.page_link_id AND older.deleted_at IS NULL) THEN 1 ELSE 0 END AS has_older
    FROM page_links AS link
    JOIN audiences AS audience ON audience.tenant_id = link.tenant_id AND audience.audience_id = link.audience_id
    JOIN pages AS page ON page.tenant_id = link.tenant_id AND page.page_id = audience.page_id
    LEFT JOIN version_pages AS built ON built.tenant_id = link.tenant_id AND built.audience_id = link.audience_id
      AND built.version_id = audience.published_version_id
    WHERE link.tenant_id = ${tenantId} AND link.domain_key = ${domainKey} AND link.path = ${path} AND link.deleted_at IS NULL`);
}

interface LinkRow {
  tenant_name: string;
  path: string;
  domain_key: string;
  /** Null on the service's own host, and for a domain that is not verified. */
  domain: string | null;
}

/** An audience's oldest link. */
export function findFirstLink(db: Reader, tenantId: string, audienceId: string): Promise<LinkRow | undefined> {
  return db.first(sql`
    SELECT tenant.name AS tenant_name, link.path, link.domain_key, verified.domain
    FROM page_links AS link
    JOIN tenants AS tenant ON tenant.tenant_id = ${tenantId}
    LEFT JOIN domains AS verified ON verified.tenant_id = ${tenantId} AND verified.domain_id = link.domain_key
      AND verified.verified_at IS NOT NULL
    WHERE link.tenant_id = ${tenantId} AND link.audience_id = ${audienceId} AND link.deleted_at IS NULL
    ORDER BY link.page_link_id LIMIT 1`);
}

/** The stored page of any version, live or not; undefined when there is no such audience. */
export function findBuiltPage(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<BuiltRow | undefined> {
  return db.first(sql`
    SELECT built.html, built.sources, built.content_hash, built.is_indexed, built.renderer
    FROM audiences AS audience
    LEFT JOIN version_pages AS built ON built.tenant_id = ${tenantId} AND built.audience_id = audience.audience_id
      AND built.version_id = ${versionId}
    WHERE audience.tenant_id = ${tenantId} AND audience.audience_id = ${audienceId}`);
}

interface ListedAddress {
  page_link_id: string;
  path: string;
  published_at: number;
  is_listed: number;
}

/** The next links of a host, oldest first, and whether each is for search engines. */
export function nextAddresses(
  db: Reader,
  tenantId: string,
  domainKey: string,
  after: string,
  limit: number,
): Promise<ListedAddress[]> {
  return db.all(sql`
    SELECT link.page_link_id, link.path, version.published_at,
      CASE WHEN audience.archived_at IS NULL AND page.status = 'published' AND built.is_indexed = 1 THEN 1 ELSE 0 END AS is_listed
    FROM page_links AS link
    JOIN audiences AS audience ON audience.tenant_id = ${tenantId} AND audience.audience_id = link.audience_id
    JOIN pages AS page ON page.tenant_id = ${tenantId} AND page.page_id = audience.page_id
    JOIN audience_versions AS version ON version.tenant_id = ${tenantId} AND version.audience_id = audience.audience_id
      AND version.version_id = audience.published_version_id
    LEFT JOIN version_pages AS built ON built.tenant_id = ${tenantId} AND built.audience_id = link.audience_id
      AND built.version_id = audience.published_version_id
    WHERE link.tenant_id = ${tenantId} AND link.domain_key = ${domainKey} AND link.deleted_at IS NULL
      AND link.page_link_id > ${after}
    ORDER BY link.page_link_id LIMIT ${limit}`);
}
