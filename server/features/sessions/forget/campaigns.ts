import type { Erasing, ErasureStage } from "../../../erasure/erasure";
import { removeEvents } from "../../../erasure/remove-events";
import { among, type Sql, sql, statement } from "../../../storage/sql";
import { campaignEventsOf } from "../../../visits/campaign-events";
import { utmFields } from "../../../visits/visit-events";
import { namesPerson } from "./names-person";
import { forgetVisitsWhere, type SessionKeys } from "./visits-where";

/** Tables of the events that tell of visits. */
export const tablesOfEvents = ["events", "webhook_deliveries", "declared_identifiers"] as const;

const utmNames = utmFields.map((field) => `utm_${field}` as const);
const utmColumns = utmNames.map(statement);

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

/** False when there are more events than fit. */
async function forgetCampaign(ctx: Erasing, visits: readonly SessionKeys[]): Promise<boolean> {
  if (!(await forgetCampaignEvents(ctx, visits))) return false;
  const changed = await ctx.db.run(sql`
    UPDATE audience_sessions SET page_url = NULL
    WHERE tenant_id = ${ctx.tenantId} AND analytics_session_id ${among(visits.map((visit) => visit.analytics_session_id))}`);
  ctx.count("audience_sessions", { found: changed, changed });
  await forgetInUtm(ctx, visits);
  return true;
}

/** False when there are more than fit. */
export async function forgetCampaignEvents(ctx: Erasing, visits: readonly SessionKeys[]): Promise<boolean> {
  const { db, tenantId, limit } = ctx;
  const visitIds = visits.map(({ analytics_session_id }) => analytics_session_id);
  const eventIds = await campaignEventsOf(ctx, visitIds, limit);
  await removeEvents(ctx, eventIds);
  const links = await db.run(sql`DELETE FROM declared_identifiers WHERE tenant_id = ${tenantId} AND event_id ${among(eventIds)}`);
  ctx.count("declared_identifiers", { found: links, removed: links });
  return eventIds.length < limit;
}

type UtmRow = Record<"analytics_session_id" | (typeof utmNames)[number], string | null>;

/** Campaigns stay, unless they name the person: figures are counted by them. */
export async function forgetInUtm({ db, tenantId, person }: Erasing, visits: readonly SessionKeys[]): Promise<void> {
  const rows = await db.all<UtmRow>(sql`
    SELECT analytics_session_id, ${statement(utmNames.join(", "))} FROM audience_sessions
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(visits.map((visit) => visit.analytics_session_id))}`);
  const names = [person.name, person.slug, person.email?.split("@")[0] ?? ""].map((name) => name.toLowerCase()).filter(Boolean);
  const isNaming = (value: string) => names.some((name) => value.toLowerCase().includes(name)) || namesPerson(value, person);
  const naming = rows.filter((row) => utmNames.some((name) => isNaming(row[name] ?? "")));
  await db.run(sql`
    UPDATE audience_sessions SET ${statement(utmNames.map((name) => `${name} = NULL`).join(", "))}
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(naming.flatMap((row) => row.analytics_session_id ?? []))}`);
}
