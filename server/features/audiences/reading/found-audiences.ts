import type { Reading } from "../../../context";
import { searchedRows } from "../../../search/search";
import { queryWords } from "../../../search/text";
import { among, sql } from "../../../storage/sql";
import { computedName } from "./names";

interface NamedRow {
  audience_id: string;
  page_id: string;
  custom_name: string | null;
  number: number | null;
  person_name: string | null;
  account_label: string | null;
}

/** Names alone: an audience may have a megabyte. */
export async function foundAudiences(
  ctx: Reading,
  query: string,
  limit: number,
): Promise<{ audienceId: string; pageId: string; name: string }[]> {
  const { read } = await searchedRows(ctx, { kind: "audiences", words: queryWords(query) }, (keys) =>
    ctx.db.all<NamedRow>(sql`
      SELECT a.audience_id, a.page_id, a.custom_name, a.number, p.name AS person_name,
        coalesce(c.name, c.domain, d.name, d.domain) AS account_label
      FROM audiences a
      LEFT JOIN persons p ON p.tenant_id = a.tenant_id AND p.person_id = a.person_id
      LEFT JOIN accounts c ON c.tenant_id = a.tenant_id AND c.account_id = a.account_id
      LEFT JOIN accounts d ON d.tenant_id = a.tenant_id AND a.account_id IS NULL AND d.domain = p.domain
      WHERE a.tenant_id = ${ctx.tenantId} AND a.audience_id ${among(keys)} ORDER BY a.audience_id DESC`),
  );
  return (await read(undefined, limit)).map((row) => ({
    audienceId: row.audience_id,
    pageId: row.page_id,
    name: row.custom_name ?? computedName(row),
  }));
}
