import type { TimelineMoment } from "../../../contract/people/timeline";
import type { Reading } from "../../context";
import { countUpTo } from "../../records/paging";
import { nothing, type Sql, sql } from "../../storage/sql";
import { audiencesOfAccount } from "../audiences";

export interface MomentRow {
  type: TimelineMoment["type"];
  id: string;
  at: number;
  label: string;
  page_id: string | null;
  audience_id: string | null;
  person_id: string | null;
}

/** The moments of one type. */
interface Moments {
  /** The newest before a position. */
  read(
    ctx: Reading,
    accountId: string,
    before: readonly [at: number, id: string] | undefined,
    limit: number,
  ): Promise<MomentRow[]>;
  /** How many there are, no further than has to be counted. */
  count(ctx: Reading, accountId: string): Promise<number>;
}

interface Source {
  columns: Sql;
  from: Sql;
  /** Whose they are. */
  ofAccount(tenantId: string, accountId: string): Sql;
  at: Sql;
  id: Sql;
}

function moments({ columns, from, ofAccount, at, id }: Source): Moments {
  return {
    read: ({ db, tenantId }, accountId, before, limit) =>
      db.all(sql`
        SELECT ${columns}, ${at} AS at, ${id} AS id FROM ${from} WHERE ${ofAccount(tenantId, accountId)}
          ${before === undefined ? nothing : sql`AND (${at}, ${id}) < (${before[0]}, ${before[1]})`}
        ORDER BY ${at} DESC, ${id} DESC LIMIT ${limit}`),
    count: ({ db, tenantId }, accountId) => countUpTo(db, sql`SELECT 1 FROM ${from} WHERE ${ofAccount(tenantId, accountId)}`),
  };
}

/** Both together; what is in one is not in the other. */
function either(one: Moments, other: Moments): Moments {
  return {
    read: async (...wanted) => (await Promise.all([one.read(...wanted), other.read(...wanted)])).flat(),
    count: async (ctx, accountId) => (await one.count(ctx, accountId)) + (await other.count(ctx, accountId)),
  };
}

const form: Omit<Source, "ofAccount"> = {
  columns: sql`'form' AS type, coalesce(identifier, '') AS label, page_id, audience_id, person_id`,
  from: sql`form_submissions`,
  at: sql`submitted_at`,
  id: sql`submission_id`,
};

/** All types. What happens to an account and is not here is not in its timeline. */
export const sources: Readonly<Record<TimelineMoment["type"], Moments>> = {
  visit: moments({
    columns: sql`'visit' AS type, coalesce(page_title, '') AS label, page_id, audience_id, NULL AS person_id`,
    from: sql`audience_sessions`,
    ofAccount: (tenantId, accountId) =>
      sql`tenant_id = ${tenantId} AND kind = 'person' AND audience_id ${audiencesOfAccount(tenantId, accountId)}`,
    at: sql`session_started_at`,
    id: sql`coalesce(audience_session_id, analytics_session_id)`,
  }),
  question: moments({
    columns: sql`'question' AS type, text AS label, page_id, audience_id, person_id`,
    from: sql`questions`,
    ofAccount: (tenantId, accountId) => sql`tenant_id = ${tenantId} AND account_id = ${accountId} AND account_id IS NOT NULL`,
    at: sql`asked_at`,
    id: sql`question_id`,
  }),
  // Of the account's people on any page, and of anybody on the account's own pages.
  form: either(
    moments({ ...form, ofAccount: (tenantId, accountId) => sql`tenant_id = ${tenantId} AND account_id = ${accountId}` }),
    moments({
      ...form,
      ofAccount: (tenantId, accountId) =>
        sql`tenant_id = ${tenantId} AND audience_id ${audiencesOfAccount(tenantId, accountId)}
          AND (account_id IS NULL OR account_id <> ${accountId})`,
    }),
  ),
  publish: moments({
    columns: sql`'publish' AS type, CAST(CAST(version_number AS INTEGER) AS TEXT) AS label,
      (SELECT page_id FROM audiences AS of_version
        WHERE of_version.tenant_id = audience_versions.tenant_id AND of_version.audience_id = audience_versions.audience_id) AS page_id,
      audience_id, NULL AS person_id`,
    from: sql`audience_versions`,
    ofAccount: (tenantId, accountId) =>
      sql`tenant_id = ${tenantId} AND published_at IS NOT NULL AND audience_id ${audiencesOfAccount(tenantId, accountId)}`,
    at: sql`published_at`,
    id: sql`version_id`,
  }),
  log: moments({
    columns: sql`'log' AS type, source || ' ' || type AS label, NULL AS page_id, NULL AS audience_id, NULL AS person_id`,
    from: sql`account_logs`,
    ofAccount: (tenantId, accountId) => sql`tenant_id = ${tenantId} AND account_id = ${accountId} AND deleted_at IS NULL`,
    at: sql`created_at`,
    id: sql`account_log_id`,
  }),
};
