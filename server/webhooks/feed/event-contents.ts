import type { Writing } from "../../context";
import { among, sql } from "../../storage/sql";

/** The data of events, by their identifiers, with the page and the account of their audience where they name none. */
export async function contentsOf({ db, tenantId }: Pick<Writing, "db" | "tenantId">, events: readonly { event_id: string }[]) {
  const rows = await db.all<{ event_id: string; data: string }>(sql`
    SELECT event_id, data FROM events WHERE tenant_id = ${tenantId} AND event_id ${among(events.map(({ event_id }) => event_id))}`);
  const contents = new Map(rows.map(({ event_id, data }) => [event_id, JSON.parse(data) as Record<string, unknown>]));
  const ofAudiences = [...contents.values()].filter((data) => typeof data.audienceId === "string");
  if (ofAudiences.length > 0) {
    const owners = await ownersOf({ db, tenantId }, new Set(ofAudiences.map(({ audienceId }) => audienceId as string)));
    for (const data of ofAudiences) {
      const owner = owners.get(data.audienceId as string);
      data.pageId ??= owner?.page_id;
      data.accountId ??= owner?.account_id;
    }
  }
  return contents;
}

async function ownersOf({ db, tenantId }: Pick<Writing, "db" | "tenantId">, audienceIds: ReadonlySet<string>) {
  const rows = await db.all<{ audience_id: string; page_id: string; account_id: string | null }>(sql`
    SELECT a.audience_id, a.page_id, coalesce(a.account_id, d.account_id) AS account_id FROM audiences AS a
    LEFT JOIN persons AS p ON p.tenant_id = ${tenantId} AND p.person_id = a.person_id
    LEFT JOIN accounts AS d ON d.tenant_id = ${tenantId} AND d.domain = p.domain
    WHERE a.tenant_id = ${tenantId} AND a.audience_id ${among([...audienceIds])}`);
  return new Map(rows.map((row) => [row.audience_id, row]));
}
