import { type Audience, type Metadata, toOptionalTimestamp, toTimestamp } from "../../../../contract";
import type { Reading, Site, Writing } from "../../../context";
import type { Reader } from "../../../storage/port";
import { among, nothing, type Sql, sql, type Value } from "../../../storage/sql";
import { withCurrentImage } from "../../pages";
import { latestVersion, liveVersion } from "../../versions";
import { type AudienceRow, audienceColumns } from "../queries";
import { effectiveMetadata } from "./metadata";
import { computedName } from "./names";

/** An audience with what its answer shows from other tables. */
type WholeRow = AudienceRow & {
  person_name: string | null;
  person_slug: string | null;
  account_label: string | null;
  page_metadata: string | null;
} & Record<`latest_${string}` | `live_${string}`, string | number | null>;

const ownColumns = audienceColumns.of("a");

/**
 * One statement, so that names and versions are of the same moment. Versions are also found by their audience: where PostgreSQL
 * does not know yet how many a tenant has, it would compare all of them with each other.
 */
function wholeAudiences(filter: Sql): Sql {
  return sql`
    SELECT ${ownColumns}, p.name AS person_name, p.slug AS person_slug, coalesce(c.name, c.domain, d.name, d.domain) AS account_label,
      g.metadata AS page_metadata, ${latestVersion.columns}, ${liveVersion.columns}
    FROM audiences a
    JOIN pages g ON g.tenant_id = a.tenant_id AND g.page_id = a.page_id
    JOIN audience_versions latest ON latest.tenant_id = a.tenant_id AND latest.audience_id = a.audience_id
      AND latest.version_id = a.latest_version_id
    JOIN audience_versions live ON live.tenant_id = a.tenant_id AND live.audience_id = a.audience_id
      AND live.version_id = a.published_version_id
    LEFT JOIN persons p ON p.tenant_id = a.tenant_id AND p.person_id = a.person_id
    LEFT JOIN accounts c ON c.tenant_id = a.tenant_id AND c.account_id = a.account_id
    LEFT JOIN accounts d ON d.tenant_id = a.tenant_id AND a.account_id IS NULL AND d.domain = p.domain
    WHERE ${filter}`;
}

/** Audiences of a page share its metadata, which may be large and is parsed once. */
function toAudiences(rows: readonly WholeRow[], site: Site): Audience[] {
  const parsed = new Map<string, Metadata>();
  const parse = (metadata: string): Metadata => {
    const found = parsed.get(metadata) ?? withCurrentImage(JSON.parse(metadata) as Metadata, site);
    parsed.set(metadata, found);
    return found;
  };
  return rows.map((row) => toAudience(row, row.page_metadata === null ? undefined : parse(row.page_metadata)));
}

function toAudience(row: WholeRow, pageMetadata: Metadata | undefined): Audience {
  const computed = computedName(row);
  const override = row.metadata_override === null ? undefined : JSON.parse(row.metadata_override);
  const metadata = effectiveMetadata(pageMetadata, override);
  return {
    audienceId: row.audience_id,
    pageId: row.page_id,
    status: row.status,
    computedName: computed,
    customName: row.custom_name,
    effectiveName: row.custom_name ?? computed,
    actionFormIdOverride: row.action_form_id_override,
    actionFormInstructionsOverride: row.action_form_instructions_override,
    actionUrlOverride: row.action_url_override,
    supplementaryContext: row.supplementary_context,
    isNewPageAgent: row.is_new_page_agent === 1,
    personId: row.person_id,
    personRouteKey: row.person_slug,
    latestVersion: latestVersion.in(row),
    publishedVersion: liveVersion.in(row),
    createdAt: toTimestamp(row.created_at),
    archivedAt: toOptionalTimestamp(row.archived_at),
    ...(metadata && { effectiveMetadata: metadata }),
    ...(override && { metadataOverride: override }),
  };
}

export async function findAudience(
  { db, tenantId, site }: Reading,
  pageId: string,
  audienceId: string,
): Promise<Audience | undefined> {
  const filter = sql`a.tenant_id = ${tenantId} AND a.audience_id = ${audienceId} AND a.page_id = ${pageId}`;
  const row = await db.first<WholeRow>(wholeAudiences(filter));
  return row && toAudiences([row], site)[0];
}

/** The metadata of its page is a part of each audience. */
const longBytes = sql`coalesce(octet_length(a.supplementary_context), 0) + coalesce(octet_length(a.metadata_override), 0)
  + coalesce(octet_length(g.metadata), 0) AS bytes`;

export type ListedAudience = Pick<AudienceRow, "audience_id"> & { bytes: number };

/** Which ones are next, and how large they are. PostgreSQL would plan a statement for the whole audiences anew for each LIMIT. */
export async function newestAudiences(
  db: Reader,
  filter: Sql,
  position: Value[] | undefined,
  limit: number,
): Promise<ListedAudience[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND a.audience_id < ${last}`;
  return db.all(sql`
    SELECT a.audience_id, ${longBytes} FROM audiences a
    LEFT JOIN pages g ON g.tenant_id = a.tenant_id AND g.page_id = a.page_id
    WHERE ${filter} ${before} ORDER BY a.audience_id DESC LIMIT ${limit}`);
}

export async function wholeAudiencesOf({ db, tenantId, site }: Reading, listed: readonly ListedAudience[]): Promise<Audience[]> {
  const ids = listed.map(({ audience_id }) => audience_id);
  const whole = wholeAudiences(sql`a.tenant_id = ${tenantId} AND a.audience_id ${among(ids)}`);
  const rows = await db.all<WholeRow>(sql`${whole} ORDER BY a.audience_id DESC`);
  return toAudiences(rows, site);
}

/** An audience after a change, for the answer and the event. */
export async function wholeAudience(ctx: Writing, audienceId: string): Promise<Audience> {
  return (await wholeAudiencesById(ctx, [audienceId])).get(audienceId) as Audience;
}

export async function wholeAudiencesById(ctx: Writing, audienceIds: readonly string[]): Promise<Map<string, Audience>> {
  const filter = sql`a.tenant_id = ${ctx.tenantId} AND a.audience_id ${among(audienceIds)}`;
  const rows = await ctx.db.all<WholeRow>(wholeAudiences(filter));
  return new Map(toAudiences(rows, ctx.site).map((audience) => [audience.audienceId, audience]));
}
