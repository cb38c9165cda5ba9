import type { Database, Statement } from "bun:sqlite";

type Row = Record<string, string | number | null>;

/** A page and its counter: a statement for each row. */
export function pageReader(db: Database, tenantId: string): (pageId: string) => object {
  const page = byKey(db, "*", "pages", "page_id = ?");
  const counter = byKey(db, "value", "counters", "name = ? AND slot = 0");
  return (pageId) => {
    const row = page.get(tenantId, pageId) as Row;
    return {
      pageId: row.page_id,
      name: row.name,
      title: row.title,
      pageContext: row.page_context,
      pageType: row.page_type,
      status: row.status,
      brandId: row.brand_id,
      actions: parsed(row.actions),
      actionCardWidgets: parsed(row.action_card_widgets),
      footerLinks: parsed(row.footer_links),
      scripts: parsed(row.scripts),
      headerActionId: row.header_action_id,
      metadata: parsed(row.metadata),
      audiencesCount: counter.get(tenantId, `page audiences ${pageId}`)?.value,
      createdAt: moment(row.created_at),
      updatedAt: moment(row.updated_at),
      archivedAt: moment(row.archived_at),
      deletedAt: moment(row.deleted_at),
    };
  };
}

/** An audience, its page's metadata, its person and account, and both its versions: a statement for each row. */
export function audienceReader(db: Database, tenantId: string): (audienceId: string) => object {
  const audience = byKey(db, "*", "audiences", "audience_id = ?");
  const page = byKey(db, "metadata", "pages", "page_id = ?");
  const person = byKey(db, "name, slug, domain", "persons", "person_id = ?");
  const account = byKey(db, "name, domain", "accounts", "domain = ?");
  const version = byKey(db, "*", "audience_versions", "audience_id = ? AND version_id = ?");
  return (audienceId) => {
    const row = audience.get(tenantId, audienceId) as Row;
    const { metadata } = page.get(tenantId, row.page_id as string) as Row;
    const { name, slug, domain } = person.get(tenantId, row.person_id as string) as Row;
    const company = account.get(tenantId, domain as string) as Row;
    const computedName = `${name}, ${company.name ?? company.domain}`;
    return {
      audienceId,
      pageId: row.page_id,
      status: row.status,
      computedName,
      customName: row.custom_name,
      effectiveName: row.custom_name ?? computedName,
      actionFormIdOverride: row.action_form_id_override,
      actionFormInstructionsOverride: row.action_form_instructions_override,
      actionUrlOverride: row.action_url_override,
      supplementaryContext: row.supplementary_context,
      isNewPageAgent: row.is_new_page_agent === 1,
      personId: row.person_id,
      personRouteKey: slug,
      latestVersion: toVersion(version.get(tenantId, audienceId, row.latest_version_id as string) as Row),
      publishedVersion: toVersion(version.get(tenantId, audienceId, row.published_version_id as string) as Row),
      createdAt: moment(row.created_at),
      archivedAt: moment(row.archived_at),
      effectiveMetadata: parsed(metadata),
    };
  };
}

function toVersion(row: Row): object {
  return {
    versionId: row.version_id,
    audienceId: row.audience_id,
    versionNumber: row.version_number,
    status: row.status,
    isNewPageAgent: row.is_new_page_agent === 1,
    supplementaryContext: row.supplementary_context,
    queueDurationMs: Number(row.started_at) - Number(row.queued_at),
    createdAt: moment(row.created_at),
    becameDraftAt: moment(row.became_draft_at),
    queuedAt: moment(row.queued_at),
    publishedAt: moment(row.published_at),
    cancelledAt: moment(row.cancelled_at),
    obsoleteAt: moment(row.obsolete_at),
    archivedAt: moment(row.archived_at),
  };
}

function byKey(db: Database, columns: string, table: string, key: string): Statement<Row, string[]> {
  return db.prepare(`SELECT ${columns} FROM ${table} WHERE tenant_id = ? AND ${key}`);
}

function moment(milliseconds: Row[string] | undefined): string | null {
  return milliseconds == null ? null : `+${milliseconds}`;
}

function parsed(json: Row[string] | undefined): unknown {
  return JSON.parse(json as string);
}
