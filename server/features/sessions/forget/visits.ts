import { rowsOfAudiences } from "../../../erasure/audiences";
import type { Erasing, ErasureStage, Progress } from "../../../erasure/erasure";
import { identifiersAfter } from "../../../erasure/former-identifiers";
import { among, amongRows, sql } from "../../../storage/sql";
import { forgetCampaignEvents, forgetInUtm, tablesOfEvents } from "./campaigns";
import { forgetRaw } from "./raw-visits";
import { forgetVisitsWhere, type SessionKeys } from "./visits-where";

const ofAudience = { table: "audience_sessions", audience: "audience_id", key: ["session_started_at", "analytics_session_id"] };
const visitColumns = sql`of_row.session_started_at, of_row.analytics_session_id, of_row.audience_session_id`;

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

type VisitOfAudience = SessionKeys & { of_audience: string; session_started_at: number };

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
      const again = await forgetVisitsWhere(ctx, condition, position, forgetInVisits);
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
  const visits = await db.all<SessionKeys & { visit_key: string }>(sql`
    SELECT visit_key, analytics_session_id, audience_session_id FROM visits
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${ofForms}
    LIMIT ${limit} ${dialect.forUpdate}`);
  const isDone = (await forgetInVisits(ctx, visits)) && (await forgetRaw(ctx, visits));
  if (!isDone || visits.length === limit) return { rows: limit, next: position };
  // Sessions outlive what browsers told of them, and may spell an identifier in another way than the person does.
  return forgetVisitsWhere(
    ctx,
    sql`analytics_session_id ${ofForms} AND form_submission_identifier IS NOT NULL`,
    position,
    forgetInVisits,
  );
}

/** SQL's lower() knows ASCII alone, so other letters are searched for in both cases. */
function spellingsOf(value: string): string[] {
  const spellings = [value, value.toLowerCase(), value.toUpperCase()];
  return [...new Set(spellings.map((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))];
}

/** False when a visit has more answers or events than fit: then the visits stay as they are until those are gone. */
async function forgetInVisits(ctx: Erasing, visits: readonly SessionKeys[]): Promise<boolean> {
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
