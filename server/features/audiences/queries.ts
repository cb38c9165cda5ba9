import type { VersionStatus } from "../../../contract";
import type { Reading, Writing } from "../../context";
import { columns, integer, optionalInteger, optionalText, type RowOf, text, textOf } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { among, type Sql, sql, sqlRows } from "../../storage/sql";

/** The name is not stored: it is computed from the person and account when the audience is read. */
export const audienceColumns = columns({
  audience_id: text,
  page_id: text,
  status: textOf<VersionStatus>(),
  person_id: optionalText,
  account_id: optionalText,
  external_id: optionalText,
  number: optionalInteger,
  custom_name: optionalText,
  action_form_id_override: optionalText,
  action_form_instructions_override: optionalText,
  action_url_override: optionalText,
  metadata_override: optionalText,
  supplementary_context: optionalText,
  is_new_page_agent: integer,
  latest_version_id: text,
  published_version_id: text,
  versions_made: integer,
  messages_made: integer,
  created_at: integer,
  archived_at: optionalInteger,
});
export type AudienceRow = RowOf<typeof audienceColumns>;

/** Columns in which an audience overrides its page. */
export const overrideNames = [
  "custom_name",
  "action_form_id_override",
  "action_form_instructions_override",
  "action_url_override",
  "metadata_override",
  "supplementary_context",
] as const satisfies readonly (keyof AudienceRow)[];
const changeableColumns = audienceColumns.only(
  "person_id",
  "account_id",
  "number",
  ...overrideNames,
  "is_new_page_agent",
  "messages_made",
);

export function findAudienceRow({ db, tenantId }: Reading, pageId: string, audienceId: string): Promise<AudienceRow | undefined> {
  return db.first(sql`
    SELECT ${audienceColumns.names} FROM audiences WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND page_id = ${pageId}`);
}

export type ServedAudience = Pick<
  AudienceRow,
  "audience_id" | "page_id" | "published_version_id" | "external_id" | "person_id" | "account_id"
> & { brand_id: string };

/** Undefined for an audience that is not served to visitors. */
export function findServedAudience(db: Reader, tenantId: string, audienceId: string): Promise<ServedAudience | undefined> {
  return db.first(servedAudiences(tenantId, [audienceId]));
}

/** Selects those of the audiences that are served to visitors. Without an account of its own, its account is that of its person's domain. */
export function servedAudiences(tenantId: string, audienceIds: readonly string[]): Sql {
  return sql`
    SELECT audience.audience_id, audience.page_id, page.brand_id, audience.published_version_id, audience.external_id, audience.person_id,
      coalesce(audience.account_id, (
        SELECT account.account_id FROM persons AS person
        JOIN accounts AS account ON account.tenant_id = ${tenantId} AND account.domain = person.domain
        WHERE person.tenant_id = ${tenantId} AND person.person_id = audience.person_id)) AS account_id
    FROM audiences AS audience
    JOIN pages AS page ON page.tenant_id = ${tenantId} AND page.page_id = audience.page_id
    WHERE audience.tenant_id = ${tenantId} AND audience.audience_id ${among(audienceIds)}
      AND audience.archived_at IS NULL AND page.status = 'published'`;
}

/** Held to the end of the transaction: nobody else creates an audience of the page with this identifier meanwhile. */
export async function lockExternalId({ db, tenantId }: Writing, pageId: string, externalId: string): Promise<void> {
  await db.lock(`audience ${tenantId} ${pageId} ${externalId}`);
}

/** Locks the row, and so the audience's versions, until the end of the transaction. */
export function findAudienceToChange(ctx: Writing, pageId: string, audienceId: string): Promise<AudienceRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${audienceColumns.names} FROM audiences
    WHERE tenant_id = ${ctx.tenantId} AND audience_id = ${audienceId} AND page_id = ${pageId} ${ctx.dialect.forUpdate}`);
}

export function findAudienceToChangeByExternalId(
  ctx: Writing,
  pageId: string,
  externalId: string,
): Promise<AudienceRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${audienceColumns.names} FROM audiences
    WHERE tenant_id = ${ctx.tenantId} AND page_id = ${pageId} AND external_id = ${externalId} ${ctx.dialect.forUpdate}`);
}

export async function audienceIdByExternalId(ctx: Writing, pageId: string, externalId: string): Promise<string | undefined> {
  const row = await ctx.db.first<{ audience_id: string }>(sql`
    SELECT audience_id FROM audiences
    WHERE tenant_id = ${ctx.tenantId} AND page_id = ${pageId} AND external_id = ${externalId}`);
  return row?.audience_id;
}

/** Locks the rows. A fixed order avoids deadlocks. */
export function audiencesToChangeByExternalId(
  ctx: Writing,
  pageId: string,
  externalIds: readonly string[],
): Promise<AudienceRow[]> {
  return ctx.db.all(sql`
    SELECT ${audienceColumns.names} FROM audiences
    WHERE tenant_id = ${ctx.tenantId} AND page_id = ${pageId} AND external_id ${among(externalIds)}
    ORDER BY audience_id ${ctx.dialect.forUpdate}`);
}

export function audiencesById(db: Reader, tenantId: string, audienceIds: readonly string[]): Promise<AudienceRow[]> {
  return db.all(sql`
    SELECT ${audienceColumns.names} FROM audiences WHERE tenant_id = ${tenantId} AND audience_id ${among(audienceIds)}`);
}

/** Locks the rows. A fixed order avoids deadlocks. */
export function audiencesToChange(ctx: Writing, audienceIds: readonly string[]): Promise<AudienceRow[]> {
  return ctx.db.all(sql`
    SELECT ${audienceColumns.names} FROM audiences
    WHERE tenant_id = ${ctx.tenantId} AND audience_id ${among(audienceIds)} ORDER BY audience_id ${ctx.dialect.forUpdate}`);
}

/**
 * Locks the next audiences that are for a person or were before. PostgreSQL may leave out a row that is passed on while a
 * statement waits for its lock, so they are found without locks: current ones first, or one passed on meanwhile would be missed.
 */
export async function audiencesOfPersonToChange(
  ctx: Writing,
  personId: string,
  { after, limit }: { after: string; limit: number },
): Promise<AudienceRow[]> {
  const { db, tenantId } = ctx;
  const next = sql`person_id = ${personId} AND audience_id > ${after} ORDER BY audience_id LIMIT ${limit}`;
  const found = await Promise.all([
    db.all<{ audience_id: string }>(sql`SELECT audience_id FROM audiences WHERE tenant_id = ${tenantId} AND ${next}`),
    db.all<{ audience_id: string }>(sql`SELECT audience_id FROM former_persons WHERE tenant_id = ${tenantId} AND ${next}`),
  ]);
  const audienceIds = new Set(found.flat().map(({ audience_id }) => audience_id));
  return audiencesToChange(ctx, [...audienceIds].sort().slice(0, limit));
}

export async function addFormerPerson(ctx: Writing, personId: string, audienceId: string): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO former_persons (tenant_id, person_id, audience_id) VALUES (${ctx.tenantId}, ${personId}, ${audienceId})
    ON CONFLICT (tenant_id, person_id, audience_id) DO NOTHING`);
}

const maxFormerPersons = 1_000;

/** Whom these audiences were made for before, and who are not erased: an erasure removes the person first. */
export async function formerPersonsOf(
  { db, tenantId }: Reading,
  audienceIds: readonly string[],
): Promise<{ audience_id: string; person_id: string }[]> {
  if (audienceIds.length === 0) return [];
  const former = await db.all<{ audience_id: string; person_id: string }>(sql`
    SELECT audience_id, person_id FROM former_persons
    WHERE tenant_id = ${tenantId} AND audience_id ${among(audienceIds)} LIMIT ${maxFormerPersons}`);
  const persons = await db.all<{ person_id: string }>(sql`
    SELECT person_id FROM persons WHERE tenant_id = ${tenantId} AND person_id ${among(former.map(({ person_id }) => person_id))}`);
  const known = new Set(persons.map(({ person_id }) => person_id));
  return former.filter(({ person_id }) => known.has(person_id));
}

/** Removes up to `limit` and returns how many. */
export function removeFormerPersons({ db, tenantId }: Writing, personId: string, limit: number): Promise<number> {
  return db.run(sql`
    DELETE FROM former_persons WHERE tenant_id = ${tenantId} AND person_id = ${personId} AND audience_id IN (
      SELECT audience_id FROM former_persons WHERE tenant_id = ${tenantId} AND person_id = ${personId} LIMIT ${limit})`);
}

/** The page's newest audience id, read from the database: an id made from this process's clock might be older than existing ones. */
export async function lastAudienceOf({ db, tenantId }: Pick<Writing, "db" | "tenantId">, pageId: string): Promise<string> {
  const row = await db.first<{ last: string | null }>(sql`
    SELECT max(audience_id) AS last FROM audiences WHERE tenant_id = ${tenantId} AND page_id = ${pageId}`);
  return row?.last ?? "";
}

/** Locks the next audiences of a page that are not archived. */
export function audiencesAfterToChange(
  ctx: Writing,
  pageId: string,
  { after, upTo, limit }: { after: string; upTo: string; limit: number },
): Promise<AudienceRow[]> {
  return ctx.db.all(sql`
    SELECT ${audienceColumns.names} FROM audiences
    WHERE tenant_id = ${ctx.tenantId} AND page_id = ${pageId} AND audience_id > ${after} AND audience_id <= ${upTo}
      AND archived_at IS NULL
    ORDER BY audience_id LIMIT ${limit} ${ctx.dialect.forUpdate}`);
}

/** False when another audience of the page has the external identifier. */
export async function insertAudience(ctx: Writing, row: AudienceRow): Promise<boolean> {
  const inserted = await ctx.db.run(sql`
    INSERT INTO audiences (tenant_id, ${audienceColumns.names}) VALUES (${ctx.tenantId}, ${audienceColumns.values(row)})
    ON CONFLICT (tenant_id, page_id, external_id) WHERE external_id IS NOT NULL DO NOTHING`);
  return inserted === 1;
}

/** Writes what the API can change. */
export async function updateAudienceRow(ctx: Writing, row: AudienceRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE audiences SET ${changeableColumns.assignments(row)}
    WHERE tenant_id = ${ctx.tenantId} AND audience_id = ${row.audience_id}`);
}

/** The audiences must have a number, which is then their name. */
export async function removePerson(ctx: Writing, audienceIds: readonly string[]): Promise<void> {
  await ctx.db.run(sql`
    UPDATE audiences SET person_id = NULL WHERE tenant_id = ${ctx.tenantId} AND audience_id ${among(audienceIds)}`);
}

export async function setNumber(ctx: Writing, audienceId: string, number: number): Promise<void> {
  await ctx.db.run(sql`
    UPDATE audiences SET number = ${number} WHERE tenant_id = ${ctx.tenantId} AND audience_id = ${audienceId}`);
}

/** Writes what follows from versions and archiving. The audiences are named twice: some plans would look at all of the tenant's. */
export async function updateAudienceStates({ db, tenantId }: Writing, rows: readonly AudienceRow[]): Promise<void> {
  const changed = rows.map(({ audience_id, status, latest_version_id, published_version_id, versions_made, archived_at }) => [
    audience_id,
    status,
    latest_version_id,
    published_version_id,
    versions_made,
    archived_at,
  ]);
  const update = (some: Sql) =>
    db.run(sql`
      UPDATE audiences SET status = changed.column2, latest_version_id = changed.column3, published_version_id = changed.column4,
        versions_made = CAST(changed.column5 AS INTEGER), archived_at = CAST(changed.column6 AS BIGINT)
      FROM (VALUES ${some}) AS changed
      WHERE tenant_id = ${tenantId} AND audience_id ${among(rows.map(({ audience_id }) => audience_id))}
        AND audience_id = changed.column1`);
  await Promise.all(sqlRows(changed, { often: true }).map(update));
}
