import type { Writing } from "../context";
import { among, sql, sqlRows } from "../storage/sql";

type TenantWrite = Pick<Writing, "db" | "tenantId">;

/** Events of sessions tell from which campaign a visit came, which may name a person. The link finds them when the visit is forgotten. */
export async function linkCampaignEvents(
  { db, tenantId }: TenantWrite,
  events: readonly (readonly [visitId: string, eventId: string])[],
): Promise<void> {
  const rows = events.map(([visitId, eventId]) => [tenantId, linkTo(visitId), eventId]);
  await Promise.all(
    sqlRows(rows, { often: true }).map((some) =>
      db.run(sql`INSERT INTO declared_identifiers (tenant_id, identifier_hash, event_id) VALUES ${some}`),
    ),
  );
}

/** The identifiers of up to `limit` of them. */
export async function campaignEventsOf(
  { db, tenantId }: TenantWrite,
  visitIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ event_id: string }>(sql`
    SELECT event_id FROM declared_identifiers
    WHERE tenant_id = ${tenantId} AND identifier_hash ${among(visitIds.map(linkTo))} LIMIT ${limit}`);
  return rows.map(({ event_id }) => event_id);
}

function linkTo(visitId: string): string {
  return `campaign:${visitId}`;
}
