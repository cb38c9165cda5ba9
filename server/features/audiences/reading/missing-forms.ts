import type { Reader } from "../../../storage/port";
import { type Sql, sql } from "../../../storage/sql";

/** One statement takes a step for each: more would hold up others. */
const formsAtOnce = 250;
/** Different forms of a page's audiences that are looked at. */
const maxForms = 5_000;
/** Audiences of missing forms that are looked at for one that shows its form. */
const maxAudiences = 1_000;

/** Of the index of own forms, so that no planner takes another one. */
const inOrder = sql`ORDER BY audience.tenant_id, audience.page_id, audience.action_form_id_override, audience.audience_id`;

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
  const formIds: string[] = [];
  let after: string | undefined = "";
  for (let seen = 0; after !== undefined && seen < maxForms && formIds.length < limit; seen += formsAtOnce) {
    const forms: NamedForm[] = await nextForms(db, tenantId, named, after);
    for (const { form_id, found } of forms) if (found === null && !besides.includes(form_id)) formIds.push(form_id);
    after = forms.length < formsAtOnce ? undefined : forms.at(-1)?.form_id;
  }
  const audienceIds: string[] = [];
  let seen = 0;
  for (const formId of formIds) {
    const audiences = await audiencesOf(db, named, formId, withOwnUrl ? limit : maxAudiences);
    for (const { audience_id, has_url } of audiences) if (withOwnUrl || has_url === 0) audienceIds.push(audience_id);
    seen += audiences.length;
    if (audienceIds.length >= limit || seen >= maxAudiences) break;
  }
  return audienceIds.slice(0, limit);
}

/** As a range: with equality, the order would be that of other indexes too. */
function audiencesOf(db: Reader, named: Sql, formId: string, limit: number): Promise<{ audience_id: string; has_url: number }[]> {
  return db.all(sql`
    SELECT audience.audience_id, CASE WHEN audience.action_url_override IS NULL THEN 0 ELSE 1 END AS has_url
    ${named} AND audience.action_form_id_override >= ${formId} AND audience.action_form_id_override <= ${formId}
    ${inOrder} LIMIT ${limit}`);
}

interface NamedForm {
  form_id: string;
  /** Null if there is no such form. */
  found: string | null;
}

function nextForms(db: Reader, tenantId: string, named: Sql, after: string): Promise<NamedForm[]> {
  return db.all(sql`
    WITH RECURSIVE named (form_id, place) AS (
      SELECT ${firstFormAfter(named, sql`${after}`)}, 1
      UNION ALL
      SELECT ${firstFormAfter(named, sql`named.form_id`)}, place + 1 FROM named
      WHERE named.form_id IS NOT NULL AND place < ${formsAtOnce})
    SELECT named.form_id,
      (SELECT forms.form_id FROM forms WHERE forms.tenant_id = ${tenantId} AND forms.form_id = named.form_id) AS found
    FROM named WHERE named.form_id IS NOT NULL ORDER BY named.form_id`);
}

function firstFormAfter(named: Sql, formId: Sql): Sql {
  return sql`(
    SELECT audience.action_form_id_override ${named} AND audience.action_form_id_override > ${formId} ${inOrder} LIMIT 1)`;
}
