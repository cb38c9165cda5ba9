import type { Reader } from "../../../storage/port";
import { among, nothing, sql } from "../../../storage/sql";

interface Wanted {
  /** What does not count: an action's own form is told with the action. */
  besides: readonly string[];
  /** Audiences with an address in place of the page's only form show no form. */
  withOwnUrl: boolean;
  limit: number;
}

/** Audiences of a page, not archived, whose own form does not exist. Skips from form to form: a page may have very many audiences. */
export async function audiencesOfMissingForms(
  db: Reader,
  tenantId: string,
  pageId: string,
  { besides, withOwnUrl, limit }: Wanted,
): Promise<string[]> {
  const named = sql`
    FROM audiences AS audience WHERE audience.tenant_id = ${tenantId} AND audience.page_id = ${pageId}
      AND audience.action_form_id_override IS NOT NULL AND audience.archived_at IS NULL`;
  const missing = await db.all<{ form_id: string }>(sql`
    WITH RECURSIVE named (form_id) AS (
      SELECT (SELECT min(audience.action_form_id_override) ${named})
      UNION ALL
      SELECT (SELECT min(audience.action_form_id_override) ${named} AND audience.action_form_id_override > named.form_id)
      FROM named WHERE named.form_id IS NOT NULL)
    SELECT form_id FROM named WHERE form_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM forms WHERE forms.tenant_id = ${tenantId} AND forms.form_id = named.form_id)
    LIMIT ${limit + besides.length}`);
  const formIds = missing.map(({ form_id }) => form_id).filter((formId) => !besides.includes(formId));
  if (formIds.length === 0) return [];
  const ownUrl = withOwnUrl ? nothing : sql`AND audience.action_url_override IS NULL`;
  const audiences = await db.all<{ audience_id: string }>(sql`
    SELECT audience.audience_id ${named} AND audience.action_form_id_override ${among(formIds)} ${ownUrl}
    ORDER BY audience.action_form_id_override, audience.audience_id LIMIT ${limit}`);
  return audiences.map(({ audience_id }) => audience_id);
}
