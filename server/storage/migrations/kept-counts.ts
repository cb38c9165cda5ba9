import type { Dialect } from "../dialects";
import { many, ofATenant } from "./sizes";

/** Lists with a filter are read along an index, and counts that would grow with the data are kept. */
export function keptCounts(dialect: Dialect): string[] {
  const { integer, planFor, usePlans } = dialect;
  const ofAPage = 10_000;
  return [
    "CREATE INDEX pages_status ON pages (tenant_id, status, page_id)",
    "CREATE INDEX pages_type ON pages (tenant_id, page_type, page_id)",
    "CREATE INDEX page_links_live ON page_links (tenant_id, page_link_id) WHERE deleted_at IS NULL",
    "CREATE INDEX page_links_live_audience ON page_links (tenant_id, audience_id, page_link_id) WHERE deleted_at IS NULL",
    `CREATE INDEX account_logs_source ON account_logs (tenant_id, account_id, source, account_log_id) WHERE deleted_at IS NULL`,
    `CREATE INDEX account_logs_type ON account_logs (tenant_id, account_id, type, account_log_id) WHERE deleted_at IS NULL`,
    // With every flag, so that counting reads the index alone.
    "DROP INDEX audience_sessions_page",
    `CREATE INDEX audience_sessions_page ON audience_sessions
      (tenant_id, page_id, session_started_at, analytics_session_id, has_conversion, has_form_submit, is_bounce)`,
    `CREATE INDEX audience_sessions_conversions ON audience_sessions
      (tenant_id, page_id, session_started_at, analytics_session_id, has_form_submit, is_bounce) WHERE has_conversion = 1`,
    `CREATE INDEX audience_sessions_form_submits ON audience_sessions
      (tenant_id, page_id, session_started_at, analytics_session_id, has_conversion, is_bounce) WHERE has_form_submit = 1`,
    `CREATE INDEX audience_sessions_bounces ON audience_sessions
      (tenant_id, page_id, session_started_at, analytics_session_id, has_conversion, has_form_submit) WHERE is_bounce = 1`,
    // The states of a batch's versions are counted when they change.
    "DROP INDEX audience_versions_batch",
    `ALTER TABLE accounts ADD COLUMN log_count ${integer} NOT NULL DEFAULT 0`,
    // An audience's creation is its first message.
    `ALTER TABLE audiences ADD COLUMN messages_made ${integer} NOT NULL DEFAULT 1`,
    ...countsOfRows(),
    ...planFor("pages", "pages_status", [many, ofATenant, ofATenant / 4, 1]),
    ...planFor("pages", "pages_type", [many, ofATenant, ofATenant / 4, 1]),
    ...planFor("page_links", "page_links_live", [many, ofATenant, 1]),
    ...planFor("page_links", "page_links_live_audience", [many, ofATenant, 2, 1]),
    ...planFor("account_logs", "account_logs_source", [many, ofATenant, 100, 20, 1]),
    ...planFor("account_logs", "account_logs_type", [many, ofATenant, 100, 20, 1]),
    ...planFor("audience_sessions", "audience_sessions_conversions", [many / 100, ofATenant / 100, ofAPage / 100, 2, 1, 1, 1]),
    ...planFor("audience_sessions", "audience_sessions_form_submits", [many / 100, ofATenant / 100, ofAPage / 100, 2, 1, 1, 1]),
    ...planFor("audience_sessions", "audience_sessions_bounces", [many / 2, ofATenant / 2, ofAPage / 2, 2, 1, 1, 1]),
    ...planFor("audience_sessions", "audience_sessions_page", [many, ofATenant, ofAPage, 2, 1, 1, 1, 1]),
    ...usePlans,
  ];
}

/** What is kept, counted from the rows. */
export function countsOfRows(): string[] {
  return [
    counted("'topics'", "topics"),
    counted("'accounts'", "accounts"),
    counted("'assets'", "assets WHERE trashed_at IS NULL"),
    counted("'page links'", "page_links WHERE deleted_at IS NULL"),
    counted("'pages ' || status || ' ' || page_type", "pages"),
    counted("'archived audiences ' || page_id", "audiences WHERE archived_at IS NOT NULL"),
    counted("'batch ' || batch_id || ' ' || status", "audience_versions WHERE batch_id IS NOT NULL"),
    `UPDATE accounts SET log_count = counted.logs
      FROM (SELECT tenant_id, account_id, count(*) AS logs FROM account_logs WHERE deleted_at IS NULL
        GROUP BY tenant_id, account_id) AS counted
      WHERE counted.tenant_id = accounts.tenant_id AND counted.account_id = accounts.account_id`,
    `UPDATE audiences SET messages_made = counted.messages
      FROM (SELECT tenant_id, audience_id, count(*) AS messages FROM audience_messages
        GROUP BY tenant_id, audience_id HAVING count(*) > 1) AS counted
      WHERE counted.tenant_id = audiences.tenant_id AND counted.audience_id = audiences.audience_id`,
  ];
}

export function counted(name: string, rows: string): string {
  return `INSERT INTO counters (tenant_id, name, slot, value)
    SELECT tenant_id, ${name} AS counter, 0, count(*) FROM ${rows} GROUP BY tenant_id, counter`;
}
