import { Database as Connection } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { audiencesOfMissingForms } from "../../server/features/audiences";
import { queryText, sqliteDialect } from "../../server/storage/dialects";
import type { Reader, Transaction } from "../../server/storage/port";
import { type Sql, sql } from "../../server/storage/sql";
import type { DueDelivery } from "../../server/webhooks/deliveries/delivery-rows";
import { settleDeliveries } from "../../server/webhooks/deliveries/settle-deliveries";
import { addManyRows, nthId } from "../support/database/many-rows";
import { expectFewRows } from "../support/database/plans";
import { tenantIdOf } from "../support/database/rows";
import { everyRead, readingFrom, versionSums } from "../support/samples/reads";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

/** Enough that PostgreSQL prefers an index. */
const rows = 3_000;
const limit = 5;
/** The rows of a few pages: everything that one query may look at, but for a count. */
const maxRowsSeen = 100;

const reads = everyRead();

/** Sums read a slice of visits at a time, which is far fewer than there are. */
const maxRowsOfSlice = 600;
const sums = versionSums();

describe("what a read or a list looks at [sqlite]", () => {
  const service = useService("sqlite");
  let tenantId: string;
  let connection: Connection;
  beforeAll(async () => {
    const { api, db, storage } = service();
    tenantId = await tenantIdOf(db, api);
    await addManyRows(db, tenantId, rows);
    connection = new Connection(join(storage.dataFolder, "foyer.db"), { readonly: true });
  });

  /** What few rows have is found by an index that has it: along any other, all rows would be walked past. */
  const indexes: Record<string, string> = {
    "listAccounts domain": "accounts_domain (tenant_id=? AND domain=?)",
    "listAccountLogs source": "account_logs_source (tenant_id=? AND account_id=? AND source=?",
    "listAccountLogs type": "account_logs_type (tenant_id=? AND account_id=? AND type=?",
    "listAudiences status": "audiences_status (tenant_id=? AND page_id=? AND status=?",
    "listAudiences personId": "audiences_person (tenant_id=? AND person_id=?",
    "listAudiences externalId": "audiences_external_id (tenant_id=? AND page_id=? AND external_id=?)",
    "listAudienceSessions audienceId": "audience_sessions_audience (tenant_id=? AND audience_id=?",
    "listAudienceSessions hasConversion": "audience_sessions_conversions (tenant_id=? AND page_id=?",
    "listAudienceSessions hasFormSubmit": "audience_sessions_form_submits (tenant_id=? AND page_id=?",
    "listAudienceSessions isBounce": "audience_sessions_bounces (tenant_id=? AND page_id=?",
    "listTenantSessions audienceId": "audience_sessions_audience (tenant_id=? AND audience_id=?",
    "listTenantSessions versionId": "audience_sessions_version (tenant_id=? AND version_id=? AND kind=?",
    "listTenantSessions kind": "audience_sessions_tenant (tenant_id=? AND kind=?",
    "listTenantSessions utmCampaign": "audience_sessions_utm_campaign (tenant_id=? AND utm_campaign=? AND kind=?",
    "listTenantSessions utmContent": "audience_sessions_utm_content (tenant_id=? AND utm_content=? AND kind=?",
    "listTenantSessions utmMedium": "audience_sessions_utm_medium (tenant_id=? AND utm_medium=? AND kind=?",
    "listTenantSessions utmSource": "audience_sessions_utm_source (tenant_id=? AND utm_source=? AND kind=?",
    "listTenantSessions utmTerm": "audience_sessions_utm_term (tenant_id=? AND utm_term=? AND kind=?",
    "listTenantSessions active": "audience_sessions_pending (tenant_id=? AND kind=?",
    "listTenantSessions hasConversion": "audience_sessions_tenant_conversions (tenant_id=? AND kind=?",
    "listTenantSessions hasFormSubmit": "audience_sessions_tenant_form_submits (tenant_id=? AND kind=?",
    "listTenantSessions isBounce": "audience_sessions_tenant_bounces (tenant_id=? AND kind=?",
    "listEvents type": "events_type (tenant_id=? AND type=?",
    "listFormSubmissions pageId": "form_submissions_page (tenant_id=? AND page_id=?",
    "listFormSubmissions audienceId": "form_submissions_audience (tenant_id=? AND audience_id=?",
    "listFormSubmissions formId": "form_submissions_form (tenant_id=? AND form_id=?",
    "listFormSubmissions personId": "form_submissions_person (tenant_id=? AND person_id=?",
    "listFormSubmissions accountId": "form_submissions_account (tenant_id=? AND account_id=?",
    "listPageLinks audienceId": "page_links_live_audience (tenant_id=? AND audience_id=?",
    "listPageLinks tenantDomainId": "page_links_domain (tenant_id=? AND domain_key=?",
    "listQuestions pageId": "questions_page (tenant_id=? AND page_id=?",
    "listQuestions audienceId": "questions_audience_time (tenant_id=? AND audience_id=?",
    "listQuestions accountId": "questions_account_time (tenant_id=? AND account_id=?",
    "listQuestions status": "questions_status (tenant_id=? AND status=?",
    "listQuestionGroups pageId": "questions_page_status (tenant_id=? AND page_id=? AND status=?",
    "listQuestionGroups accountId": "questions_account_time (tenant_id=? AND account_id=?",
    "listPages status": "pages_status (tenant_id=? AND status=?",
    "listPages pageType": "pages_type (tenant_id=? AND page_type=?",
  };

  test.each(reads.map((read) => [read.title, read] as const))(
    "%s: an index leads to it, and it is in order there",
    async (title, read) => {
      const queries = await queriesOf(read, service().db, tenantId);
      const plans = queries.map((query) => {
        const plan = connection.query(`EXPLAIN QUERY PLAN ${queryText(sqliteDialect, query)}`).all() as { detail: string }[];
        return plan.map(({ detail }) => detail).join("; ");
      });
      for (const plan of plans) expect(plan).not.toMatch(/SCAN (?!json_each|counted|others|sizes|CONSTANT ROW)/);
      const lists = queries.map((query, index) => ({ query, plan: plans[index] as string })).filter(({ query }) => isList(query));
      // Visits of an account or a person are sorted: they are in order for each of its audiences only.
      if (!/ accountId=|Sessions personId=|listAccountTimeline/.test(title))
        for (const { plan } of lists) expect(plan).not.toContain("TEMP B-TREE");
      const index = indexes[title.replace(/=.*/, "")];
      if (index !== undefined && !title.endsWith("=false")) for (const { plan } of lists) expect(plan).toContain(index);
    },
  );

  const indexesOfSums: Record<string, string> = {
    getVersionBatchResults:
      "audience_sessions_page (tenant_id=? AND page_id=? AND kind=? AND (session_started_at,analytics_session_id)>",
    listVersionResults:
      "audience_sessions_version (tenant_id=? AND version_id=? AND kind=? AND (session_started_at,analytics_session_id)>",
  };

  test.each(sums.map((read) => [read.title, read] as const))("%s: an index leads to each slice", async (title, read) => {
    const queries = (await queriesOf(read, service().db, tenantId)).filter((query) =>
      /audience_sessions/.test(query.pieces.join()),
    );
    expect(queries.length).toBeGreaterThan(1);
    for (const query of queries) {
      const plan = connection.query(`EXPLAIN QUERY PLAN ${queryText(sqliteDialect, query)}`).all() as { detail: string }[];
      const details = plan.map(({ detail }) => detail).join("; ");
      expect(details).toContain(indexesOfSums[title] as string);
      expect(details).not.toMatch(/SCAN (?!s\b)/);
    }
  });
});

/** What a statement is planned for: after a few uses any values, at first those of the request. */
const planned = [
  ["postgres, any tenant", "force_generic_plan"],
  ["postgres, a tenant that came after the statistics were taken", "force_custom_plan"],
] as const;

describe.each(planned)("what a read or a list looks at [%s]", (_, mode) => {
  const service = useService("postgres");
  let tenantId: string;
  let connection: SQL;
  beforeAll(async () => {
    const { api, db, storage, origin } = service();
    tenantId = await tenantIdOf(db, api);
    await addManyRows(db, tenantId, rows);
    connection = new SQL(storage.databaseUrl as string, { max: 1 });
    await connection`VACUUM ANALYZE`;
    await connection.unsafe(`SET plan_cache_mode = ${mode}`);
    if (mode === "force_generic_plan") return;
    const other = await createTenant({ db, origin }, "later");
    tenantId = await tenantIdOf(db, other.api);
    await addManyRows(db, tenantId, rows);
  });

  test("nothing is compiled, and no other process of the server takes part", async () => {
    const { db } = service();
    const settings = sql`SELECT current_setting('jit') AS jit, current_setting('max_parallel_workers_per_gather') AS workers`;
    expect(await db.first(settings)).toEqual({ jit: "off", workers: "0" });
    expect(await db.transaction((tx) => tx.first(settings))).toEqual({ jit: "off", workers: "0" });
  });

  test.each(reads.map((read) => [read.title, read] as const))(`%s: no more than ${maxRowsSeen} rows`, async (_, read) => {
    for (const query of await queriesOf(read, service().db, tenantId)) {
      // Versions of one audience are in order by number, so those of an account are sorted by when they went live.
      if (!isCount(query) && !query.pieces.join().includes("'publish' AS type"))
        await expectFewRows(connection, query, maxRowsSeen);
    }
  });

  // For the values of one request, PostgreSQL rightly prefers to read all of so few rows.
  test.each(mode === "force_custom_plan" ? [] : sums.map((read) => [read.title, read] as const))(
    `%s: no more than ${maxRowsOfSlice} rows at a time`,
    async (_, read) => {
      for (const query of await queriesOf(read, service().db, tenantId)) {
        if (!isCount(query)) await expectFewRows(connection, query, maxRowsOfSlice);
      }
    },
  );

  test(`audiences whose own form is missing: no more than ${maxRowsSeen} rows, or a thousand if most show none`, async () => {
    const { db } = service();
    for (const [withOwnUrl, found, maxRows] of [[true, limit, maxRowsSeen] as const, [false, 0, 1_000] as const]) {
      const queries: Sql[] = [];
      const wanted = { besides: [], withOwnUrl, limit };
      expect(await audiencesOfMissingForms(noting(db, queries), tenantId, nthId("page", 1), wanted)).toHaveLength(found);
      for (const query of queries) await expectFewRows(connection, query, maxRows);
    }
  });

  test(`outcomes of webhook deliveries: no more than ${maxRowsSeen} rows`, async () => {
    const { db } = service();
    const [delivery] = await db.all<DueDelivery>(sql`SELECT * FROM webhook_deliveries WHERE tenant_id = ${tenantId} LIMIT 1`);
    const { subscription_id } = delivery as DueDelivery;
    const ids = await db.all<DueDelivery>(sql`
      SELECT * FROM webhook_deliveries WHERE tenant_id = ${tenantId} AND subscription_id = ${subscription_id} LIMIT 64`);
    const made = { at: 0, durationMs: 1, status: 200, error: null, answer: "" };
    const settled = ids.map((one) => ({ delivery: one, state: "succeeded" as const, waitMs: null, made }));
    const queries: Sql[] = [];
    const noting = { ...db, run: async (query: Sql) => queries.push(query) && settled.length } as unknown as Transaction;
    await settleDeliveries({ db: noting, dialect: db.dialect, tenantId, now: 0 }, subscription_id, settled);
    expect([queries.length, ids.length]).toEqual([1, 64]);
    for (const query of queries) await expectFewRows(connection, query, maxRowsSeen);
  });
});

/** The queries of the first two pages. */
async function queriesOf(read: (typeof reads)[number], db: Reader, tenantId: string): Promise<Sql[]> {
  const queries: Sql[] = [];
  const ctx = { ...readingFrom(db, tenantId), db: noting(db, queries) };
  const page = (await read.call(ctx, read.isList ? { limit } : {})) as { nextCursor?: string | null };
  if (page.nextCursor) await read.call(ctx, { limit, cursor: page.nextCursor });
  return queries;
}

function noting(db: Reader, queries: Sql[]): Reader {
  return {
    first: (query) => {
      queries.push(query);
      return db.first(query);
    },
    all: (query) => {
      queries.push(query);
      return db.all(query);
    },
  };
}

function isList(query: Sql): boolean {
  return /ORDER BY .* LIMIT/.test(query.pieces.join("?").replaceAll(/\s+/g, " ")) && !isCount(query);
}

/** Counts go no further than twice the largest exact count. Those of visits with several filters look for the ends of slices. */
function isCount(query: Sql): boolean {
  return /AS counted|OFFSET|^\s*SELECT CAST\(count/.test(query.pieces.join("?"));
}
