import type { AudienceLink } from "../../../../contract";
import type { ReadContext } from "../../../context";
import { nothing, sql, type Value } from "../../../storage/sql";
import { addressOf, liveLinksOf } from "../../page-links";
import { tenantName } from "../../tenants";
import { computedName } from "./names";

interface LinkedRow {
  audience_id: string;
  external_id: string | null;
  custom_name: string | null;
  number: number | null;
  person_id: string | null;
  person_name: string | null;
  email: string | null;
  account_label: string | null;
}

/** The audiences of a page that are not archived, the newest first, each with the oldest link that leads to it. */
export function newestAudienceLinks(ctx: ReadContext, pageId: string) {
  const { db, tenantId, site } = ctx;
  const name = tenantName(db, tenantId);
  const seesPersons = ctx.actor.scopes.some((scope) => scope === "*" || scope === "persons:read");
  return async (position: Value[] | undefined, limit: number): Promise<AudienceLink[]> => {
    const [last] = (position ?? []) as [string];
    const before = position === undefined ? nothing : sql`AND a.audience_id < ${last}`;
    const rows = await db.all<LinkedRow>(sql`
      SELECT a.audience_id, a.external_id, a.custom_name, a.number, a.person_id, p.name AS person_name, p.email,
        coalesce(c.name, c.domain, d.name, d.domain) AS account_label
      FROM audiences a
      LEFT JOIN persons p ON p.tenant_id = a.tenant_id AND p.person_id = a.person_id
      LEFT JOIN accounts c ON c.tenant_id = a.tenant_id AND c.account_id = a.account_id
      LEFT JOIN accounts d ON d.tenant_id = a.tenant_id AND a.account_id IS NULL AND d.domain = p.domain
      WHERE a.tenant_id = ${tenantId} AND a.page_id = ${pageId} AND a.archived_at IS NULL ${before}
      ORDER BY a.audience_id DESC LIMIT ${limit}`);
    const links = await liveLinksOf(
      db,
      tenantId,
      rows.map(({ audience_id }) => audience_id),
    );
    const tenant = await name;
    return rows.map((row) => {
      const link = links.get(row.audience_id);
      return {
        audienceId: row.audience_id,
        externalId: row.external_id,
        name: row.custom_name ?? computedName(row),
        personId: row.person_id,
        personName: seesPersons ? row.person_name : null,
        email: seesPersons ? row.email : null,
        accountName: row.account_label,
        publicUrl: link ? addressOf(site, tenant, link) : null,
      };
    });
  };
}
