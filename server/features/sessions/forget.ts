import { rowsOfAudiences } from "../../erasure/audiences";
import type { Erasing, ErasureStage, Progress } from "../../erasure/erasure";
import { identifiersAfter } from "../../erasure/former-identifiers";
import { removeEvents } from "../../erasure/remove-events";
import { among, amongRows, type Sql, sql } from "../../storage/sql";
import { campaignEventsOf } from "../../visits/campaign-events";
import { type UtmField, utmFields } from "../../visits/visit-events";
import { namesPerson } from "./names-person";

type Visit = { analytics_session_id: string; audience_session_id: string | null };

const ofAudience = { table: "audience_sessions", audience: "audience_id", key: ["session_started_at", "analytics_session_id"] };
const visitColumns = sql`of_row.session_started_at, of_row.analytics_session_id, of_row.audience_session_id`;

/** Deletes what browsers told of visits of the person's audiences. Their sessions stay, and are not computed again. */
export const forgetRawVisits: ErasureStage = {
  name: "raw visits of audiences",
  tables: ["visits", "visit_events"],
  weight: 2,
  async forget(ctx, position) {
    const table = { table: "visits", audience: "audience_id", key: ["visit_key"], columns: rawColumns };
    const { rows, next } = await rowsOfAudiences<RawVisit>(ctx, "own", table, position);
    return { rows: rows.length, next: (await forgetRaw(ctx, rows)) ? next : position };
  },
};

type RawVisit = { of_audience: string; visit_key: string; analytics_session_id: string };
const rawColumns = sql`of_row.visit_key, of_row.analytics_session_id`;

/**
 * False when the visits have more events than fit: then they stay until their events are gone. Until then they must not be computed
 * from the rest of them, and a computation that is under way has to end first: its session would stay pending.
 */
async function forgetRaw(ctx: Erasing, visits: readonly { visit_key: string; analytics_session_id: string }[]): Promise<boolean> {
  const { db, tenantId, limit } = ctx;
  const keys = among(visits.map(({ visit_key }) => visit_key));
  await db.run(sql`UPDATE visits SET due_at = NULL WHERE tenant_id = ${tenantId} AND visit_key ${keys}`);
  const events = await db.run(sql`
    DELETE FROM visit_events WHERE tenant_id = ${tenantId} AND visit_key ${keys} AND (visit_key, load_key, seq) IN (
      SELECT visit_key, load_key, seq FROM visit_events WHERE tenant_id = ${tenantId} AND visit_key ${keys} LIMIT ${limit})`);
  ctx.count("visit_events", { found: events, removed: events });
  if (events === limit) return false;
  await db.run(sql`
    UPDATE audience_sessions SET computation_status = 'completed', session_ended_at = coalesce(last_seen_at, session_started_at)
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(visits.map((visit) => visit.analytics_session_id))}
      AND computation_status = 'pending'`);
  const removed = await db.run(sql`DELETE FROM visits WHERE tenant_id = ${tenantId} AND visit_key ${keys}`);
  ctx.count("visits", { found: removed, removed });
  return true;
}

const tablesOfEvents = ["events", "webhook_deliveries", "declared_identifiers"] as const;

/** Removes what was sent and answered during visits of the person's audiences, present and former. Times and counts stay. */
export const forgetVisits: ErasureStage = {
  name: "visits of audiences",
  tables: ["audience_sessions", "session_interactions", ...tablesOfEvents],
  weight: 2,
  async forget(ctx, position) {
    const table = { ...ofAudience, columns: visitColumns };
    const { rows, next } = await rowsOfAudiences<VisitOfAudience>(ctx, "own", table, position);
    return { rows: rows.length, next: (await forgetInVisits(ctx, rows)) ? next : position };
  },
};

type VisitOfAudience = Visit & { of_audience: string; session_started_at: number };

/** Removes the same, and raw events, from visits of any audience in which the person gave an address or number of theirs. */
export const forgetVisitor: ErasureStage = {
  name: "visits with identifiers",
  tables: ["audience_sessions", "session_interactions", "visits", "visit_events", ...tablesOfEvents],
  weight: 2,
  async forget(ctx, position) {
    const identifiers = await identifiersAfter(ctx, position);
    const ofForms = await forgetVisitsOfForms(
      ctx,
      identifiers.map(({ identifier_hash }) => identifier_hash),
      position,
    );
    if (ofForms) return ofForms;
    const values = identifiers.flatMap(({ value }) => value ?? []);
    const spellings = among(values.flatMap(spellingsOf));
    for (const condition of [
      sql`lower(form_submission_email) ${spellings} AND form_submission_email IS NOT NULL`,
      sql`form_submission_phone ${among(values)} AND form_submission_phone IS NOT NULL`,
      sql`lower(form_submission_identifier) ${spellings} AND form_submission_identifier IS NOT NULL`,
    ]) {
      const again = await forgetVisitsWhere(ctx, condition, position);
      if (again) return again;
    }
    const { limit } = ctx;
    return { rows: identifiers.length, next: identifiers.length < limit ? undefined : identifiers.at(-1)?.identifier_hash };
  },
};

/**
 * A session knows the last of its forms alone, and none before it is computed: these visits are found by the forms themselves. Their
 * lock keeps a computation from writing what was declared after it is forgotten.
 */
async function forgetVisitsOfForms(ctx: Erasing, hashes: readonly string[], position: string): Promise<Progress | undefined> {
  const { db, tenantId, limit, dialect } = ctx;
  const ofForms = amongRows(sql`
    SELECT form.visit_id FROM submission_identifiers AS named
    JOIN form_submissions AS form ON form.tenant_id = ${tenantId} AND form.submission_id = named.submission_id
    WHERE named.tenant_id = ${tenantId} AND named.identifier_hash ${among(hashes)} AND form.visit_id IS NOT NULL`);
  const visits = await db.all<Visit & { visit_key: string }>(sql`
    SELECT visit_key, analytics_session_id, audience_session_id FROM visits
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${ofForms}
    LIMIT ${limit} ${dialect.forUpdate}`);
  const isDone = (await forgetInVisits(ctx, visits)) && (await forgetRaw(ctx, visits));
  if (!isDone || visits.length === limit) return { rows: limit, next: position };
  // Sessions outlive what browsers told of them, and may spell an identifier in another way than the person does.
  return forgetVisitsWhere(ctx, sql`analytics_session_id ${ofForms} AND form_submission_identifier IS NOT NULL`, position);
}

const utmColumns = [sql`utm_campaign`, sql`utm_content`, sql`utm_medium`, sql`utm_source`, sql`utm_term`];

/**
 * Removes campaigns that name the person, and what tells of them, from visits of any audience. What was answered and sent there stays:
 * the visitor may be somebody else, and a name may happen to be that of a campaign.
 */
export const forgetInCampaigns: ErasureStage = {
  name: "visits with campaigns",
  tables: ["audience_sessions", "visits", "visit_events", ...tablesOfEvents],
  weight: 2,
  async forget(ctx, position) {
    const [number, ...rest] = position.split(" ");
    const at = Number(number);
    const column = utmColumns[at] as Sql;
    const values = await campaignsAfter(ctx, column, rest.join(" "));
    const naming = values.filter((value) => namesPerson(value, ctx.person));
    if (naming.length > 0) {
      const again = await forgetVisitsWhere(
        ctx,
        sql`${column} ${among(naming)} AND ${column} IS NOT NULL`,
        position,
        forgetCampaign,
      );
      if (again) return again;
    }
    if (values.length === ctx.limit) return { rows: values.length, next: `${at} ${values.at(-1)}` };
    return { rows: values.length, next: at + 1 < utmColumns.length ? `${at + 1} ` : undefined };
  },
};

/** Each value once, along its index: a campaign may have brought very many visits. */
async function campaignsAfter({ db, tenantId, limit }: Erasing, column: Sql, position: string): Promise<string[]> {
  const nextAfter = (value: Sql) => sql`
    SELECT min(${column}) FROM audience_sessions
    WHERE tenant_id = ${tenantId} AND ${column} IS NOT NULL AND ${column} > ${value}`;
  const rows = await db.all<{ value: string }>(sql`
    WITH RECURSIVE known (value) AS (
      ${nextAfter(sql`${position}`)}
      UNION ALL SELECT (${nextAfter(sql`known.value`)}) FROM known WHERE known.value IS NOT NULL)
    SELECT value FROM known WHERE value IS NOT NULL LIMIT ${limit}`);
  return rows.map(({ value }) => value);
}

/** Undefined when all were found; else the same position again. */
async function forgetVisitsWhere(
  ctx: Erasing,
  condition: Sql,
  position: string,
  forgetIn = forgetInVisits,
): Promise<Progress | undefined> {
  const visits = await ctx.db.all<Visit>(sql`
    SELECT analytics_session_id, audience_session_id FROM audience_sessions
    WHERE tenant_id = ${ctx.tenantId} AND ${condition} LIMIT ${ctx.limit}`);
  const raw = await ctx.db.all<Omit<RawVisit, "of_audience">>(sql`
    SELECT visit_key, analytics_session_id FROM visits
    WHERE tenant_id = ${ctx.tenantId} AND analytics_session_id ${among(visits.map((visit) => visit.analytics_session_id))}`);
  const isDone = (await forgetRaw(ctx, raw)) && (await forgetIn(ctx, visits));
  return isDone && visits.length < ctx.limit ? undefined : { rows: ctx.limit, next: position };
}

/** SQL's lower() knows ASCII alone, so other letters are searched for in both cases. */
function spellingsOf(value: string): string[] {
  const spellings = [value, value.toLowerCase(), value.toUpperCase()];
  return [...new Set(spellings.map((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))];
}

/** False when a visit has more answers or events than fit: then the visits stay as they are until those are gone. */
async function forgetInVisits(ctx: Erasing, visits: readonly Visit[]): Promise<boolean> {
  const { db, tenantId, limit } = ctx;
  if (!(await forgetCampaignEvents(ctx, visits))) return false;
  const sessions = among(visits.flatMap(({ audience_session_id }) => audience_session_id ?? []));
  const answers = await db.run(sql`
    UPDATE session_interactions SET response_text = '', label = '', component_id = '', component_context = '', options = '[]'
    WHERE tenant_id = ${tenantId} AND (audience_session_id, position) IN (
      SELECT audience_session_id, position FROM session_interactions
      WHERE tenant_id = ${tenantId} AND audience_session_id ${sessions}
        AND (response_text <> '' OR label <> '' OR component_id <> '' OR component_context <> '' OR options <> '[]')
      LIMIT ${limit})
      AND audience_session_id ${sessions}`);
  ctx.count("session_interactions", { found: answers, changed: answers });
  if (answers === limit) return false;
  const changed = await db.run(sql`
    UPDATE audience_sessions SET page_title = NULL, page_url = NULL, form_submission_email = NULL, form_submission_phone = NULL,
      form_submission_identifier = NULL, form_submission_identifier_type = NULL
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(visits.map((visit) => visit.analytics_session_id))}`);
  ctx.count("audience_sessions", { found: changed, changed });
  await forgetInUtm(ctx, visits);
  return true;
}

/** False when there are more events than fit. */
async function forgetCampaign(ctx: Erasing, visits: readonly Visit[]): Promise<boolean> {
  if (!(await forgetCampaignEvents(ctx, visits))) return false;
  const changed = await ctx.db.run(sql`
    UPDATE audience_sessions SET page_url = NULL
    WHERE tenant_id = ${ctx.tenantId} AND analytics_session_id ${among(visits.map((visit) => visit.analytics_session_id))}`);
  ctx.count("audience_sessions", { found: changed, changed });
  await forgetInUtm(ctx, visits);
  return true;
}

/** False when there are more than fit. */
async function forgetCampaignEvents(ctx: Erasing, visits: readonly Visit[]): Promise<boolean> {
  const { db, tenantId, limit } = ctx;
  const visitIds = visits.map(({ analytics_session_id }) => analytics_session_id);
  const eventIds = await campaignEventsOf(ctx, visitIds, limit);
  await removeEvents(ctx, eventIds);
  const links = await db.run(sql`DELETE FROM declared_identifiers WHERE tenant_id = ${tenantId} AND event_id ${among(eventIds)}`);
  ctx.count("declared_identifiers", { found: links, removed: links });
  return eventIds.length < limit;
}

type UtmRow = Record<"analytics_session_id" | `utm_${UtmField}`, string | null>;

/** Campaigns stay, unless they name the person: figures are counted by them. */
async function forgetInUtm({ db, tenantId, person }: Erasing, visits: readonly Visit[]): Promise<void> {
  const rows = await db.all<UtmRow>(sql`
    SELECT analytics_session_id, utm_campaign, utm_content, utm_medium, utm_source, utm_term FROM audience_sessions
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(visits.map((visit) => visit.analytics_session_id))}`);
  const names = [person.name, person.slug, person.email?.split("@")[0] ?? ""].map((name) => name.toLowerCase()).filter(Boolean);
  const isNaming = (value: string) => names.some((name) => value.toLowerCase().includes(name)) || namesPerson(value, person);
  const naming = rows.filter((row) => utmFields.some((field) => isNaming(row[`utm_${field}`] ?? "")));
  await db.run(sql`
    UPDATE audience_sessions SET utm_campaign = NULL, utm_content = NULL, utm_medium = NULL, utm_source = NULL, utm_term = NULL
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(naming.flatMap((row) => row.analytics_session_id ?? []))}`);
}

/** Removes page addresses with the person's name from visits of audiences to which links with the name lead. */
export const forgetInAddresses: ErasureStage = {
  name: "addresses of visits",
  tables: ["audience_sessions"],
  async forget(ctx, position) {
    const { db, tenantId, person } = ctx;
    const table = { ...ofAudience, columns: sql`${visitColumns}, of_row.page_url` };
    const { rows, next } = await rowsOfAudiences<VisitOfAudience & { page_url: string | null }>(ctx, "linked", table, position);
    const naming = rows.filter(({ page_url }) => page_url?.toLowerCase().includes(person.slug));
    const changed = await db.run(sql`
      UPDATE audience_sessions SET page_url = NULL
      WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(naming.map((visit) => visit.analytics_session_id))}`);
    ctx.count("audience_sessions", { found: changed, changed });
    return { rows: rows.length, next };
  },
};

/** Figures still count the person's number; nothing tells any more whose it was. */
export const forgetVisitorNumber: ErasureStage = {
  name: "number among visitors",
  tables: ["visitor_numbers"],
  weight: 1,
  async forget({ db, tenantId, person, count }) {
    const removed = await db.run(sql`
      DELETE FROM visitor_numbers WHERE tenant_id = ${tenantId} AND subject_id = ${person.person_id}`);
    count("visitor_numbers", { found: removed, removed });
    return { rows: 1, next: undefined };
  },
};
