import type { TimelineMoment } from "../../../contract/people/timeline";
import { type Sql, sql, statement } from "../../storage/sql";

export interface MomentRow {
  type: TimelineMoment["type"];
  id: string;
  at: number;
  label: string;
  page_id: string | null;
  audience_id: string | null;
  person_id: string | null;
}

/** The columns that order a row in the timeline, and its key in its table. */
interface SortColumns {
  at: Sql;
  id: Sql;
  key: Sql;
}

/** Where moments of one type are read: the table is `r`, its audience `a`. */
export interface MomentSource {
  from: Sql;
  columns: Sql;
  sortColumns: SortColumns;
  /** The same columns of the newest rows of an audience. */
  newest: SortColumns;
  /** Which rows are the account's own. */
  ofAccount?: (accountId: string) => Sql;
  /** Which of these are another moment of the timeline already, as conditions on `r`. */
  isShownElsewhere?: (tenantId: string) => Sql;
  /** Which rows of its audiences belong to it, as conditions on `newest`. */
  ofAudience?: (accountId: string) => Sql;
}

/** All types. What happens to an account and is not here is not in its timeline. */
export const sources: Readonly<Record<TimelineMoment["type"], MomentSource>> = {
  visit: {
    from: sql`audience_sessions`,
    columns: sql`'visit' AS type, coalesce(r.page_title, '') AS label, r.page_id, r.audience_id, NULL AS person_id`,
    ...sortedBy("session_started_at", "analytics_session_id", (alias) => {
      return `coalesce(${alias}.audience_session_id, ${alias}.analytics_session_id)`;
    }),
    ofAudience: () => sql`newest.kind = 'person'`,
  },
  // Questions and forms of the account's people on any page, and of anybody on pages that are the account's now, as visits are.
  question: {
    from: sql`questions`,
    columns: sql`'question' AS type, r.text AS label, r.page_id, r.audience_id, r.person_id`,
    ...sortedBy("asked_at", "question_id"),
    ofAccount: (accountId) => sql`r.account_id = ${accountId} AND r.account_id IS NOT NULL`,
    ofAudience: notOfAccount,
  },
  form: {
    from: sql`form_submissions`,
    columns: sql`'form' AS type, coalesce(r.identifier, '') AS label, r.page_id, r.audience_id, r.person_id`,
    ...sortedBy("submitted_at", "submission_id"),
    ofAccount: (accountId) => sql`r.account_id = ${accountId}`,
    ofAudience: notOfAccount,
  },
  publish: {
    from: sql`audience_versions`,
    columns: sql`'publish' AS type, CAST(CAST(r.version_number AS INTEGER) AS TEXT) AS label,
      a.page_id, r.audience_id, NULL AS person_id`,
    ...sortedBy("published_at", "version_id"),
    ofAudience: () => sql`newest.published_at IS NOT NULL`,
  },
  log: {
    from: sql`account_logs`,
    columns: sql`'log' AS type, r.source || ' ' || r.type AS label, NULL AS page_id, NULL AS audience_id, NULL AS person_id`,
    ...sortedBy("created_at", "account_log_id"),
    ofAccount: (accountId) => sql`r.account_id = ${accountId} AND r.deleted_at IS NULL`,
    // Each form has a log entry. Once its submission is deleted, the entry is what tells of it.
    isShownElsewhere: (tenantId) => sql`r.source = 'foyer' AND r.type = 'form-submission' AND EXISTS (
      SELECT 1 FROM form_submissions AS form WHERE form.tenant_id = ${tenantId} AND form.submission_id = r.idempotency_key)`,
  },
};

/** Those that `ofAccount` doesn't have. */
function notOfAccount(accountId: string): Sql {
  return sql`(newest.account_id IS NULL OR newest.account_id <> ${accountId})`;
}

function sortedBy(
  at: string,
  key: string,
  id = (alias: string) => `${alias}.${key}`,
): Pick<MomentSource, "sortColumns" | "newest"> {
  const columnsOf = (alias: string): SortColumns => ({
    at: statement(`${alias}.${at}`),
    id: statement(id(alias)),
    key: statement(`${alias}.${key}`),
  });
  return { sortColumns: columnsOf("r"), newest: columnsOf("newest") };
}
