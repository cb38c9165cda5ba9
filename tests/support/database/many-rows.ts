import { type IdPrefix, lowestId } from "../../../server/records/ids";
import { counted, countsOfRows } from "../../../server/storage/migrations/kept-counts";
import type { Database } from "../../../server/storage/port";
import { sql, statement } from "../../../server/storage/sql";

/** How many rows a filter finds, however many there are. They are the oldest, so a list that scans would pass all others. */
const rareRows = 60;
const rowsAtOnce = 20_000;

/** The identifier of the n-th record of a kind; the same in every filled database. */
export function nthId(prefix: IdPrefix, n: number): string {
  return idStart(prefix) + String(n).padStart(numberLength, "0");
}

const numberLength = 16;
const filledAt = Date.now();

function idStart(prefix: IdPrefix): string {
  return lowestId(prefix, filledAt).slice(0, -numberLength);
}

/** `nthId` in SQL, for a row whose number is `n`. */
function id(prefix: IdPrefix, n = "n"): string {
  return `'${idStart(prefix)}' || substr('${"0".repeat(numberLength)}' || ${n}, length(CAST(${n} AS TEXT)) + 1)`;
}

function rare(value: string, other: string): string {
  return `CASE WHEN n <= ${rareRows} THEN ${value} ELSE ${other} END`;
}

const moments = { created_at: `${filledAt}`, updated_at: `${filledAt}` };

const version = {
  version_number: "n",
  publish: "'auto'",
  is_new_page_agent: "1",
  created_at: `${filledAt}`,
  published_at: `${filledAt}`,
};

const asset = {
  name: "'Asset ' || n",
  purpose: "''",
  tags: "'[]'",
  ai_description: "''",
  hidden: "0",
  type: "'image'",
  file_id: id("file"),
  content_type: "'image/png'",
  size: "100",
  ...moments,
};

const link = { target_type: "'audience'", page_id: id("page", "1"), ...moments };

/** What the columns of the n-th row hold. Everything that belongs to a page, audience or account belongs to the first one. */
const tables: readonly { table: string; only?: number; columns: Record<string, string> }[] = [
  {
    table: "persons",
    columns: {
      person_id: id("person"),
      name: "'Person ' || n",
      email: "'p' || n || '@d' || n || '.example'",
      email_key: "'p' || n || '@d' || n || '.example'",
      domain: "'d' || n || '.example'",
      slug: "'person-' || n",
      ...moments,
    },
  },
  {
    table: "accounts",
    columns: {
      account_id: id("account"),
      domain: "'d' || n || '.example'",
      name: "'Company ' || n",
      ...moments,
    },
  },
  {
    table: "account_logs",
    columns: {
      account_id: id("account", "1"),
      account_log_id: id("log"),
      source: rare("'crm'", "'mail'"),
      type: rare("'deal'", "'opened'"),
      payload: "'{}'",
      created_at: `${filledAt}`,
    },
  },
  {
    table: "topics",
    columns: { topic_id: id("topic"), title: "'Topic ' || n", sort_order: "n", is_default: "0", bytes: "20", ...moments },
  },
  {
    table: "topic_entries",
    columns: {
      topic_id: id("topic"),
      topic_entry_id: id("entry"),
      sort_order: "0",
      type: "'markdown'",
      content: "'Words'",
      ...moments,
    },
  },
  { table: "brands", columns: { brand_id: id("brand"), name: "'Brand ' || n", colors: `'{"primary":"#112233"}'`, ...moments } },
  { table: "forms", columns: { form_id: id("form"), name: "'Form ' || n", fields: "'[]'", ...moments } },
  {
    table: "domains",
    columns: { domain_id: id("domain"), domain: "'pages' || n || '.example'", token: "'token'", ...moments },
  },
  {
    table: "api_keys",
    columns: {
      key_id: id("key"),
      name: "'Key ' || n",
      scopes: `'["*"]'`,
      hash: "tenant_id || ' hash ' || n",
      hint: "'hint'",
      created_at: `${filledAt}`,
    },
  },
  {
    table: "webhook_subscriptions",
    only: 1,
    columns: {
      subscription_id: id("webhook"),
      url: "'https://hooks.example'",
      events: `'["person.created"]'`,
      active: "0",
      secret: "'secret'",
      ...moments,
    },
  },
  {
    table: "pages",
    columns: {
      page_id: id("page"),
      name: "'Page ' || n",
      title: "'Page ' || n",
      page_context: "'Context'",
      page_type: rare("'outbound'", "'inbound'"),
      status: rare("'draft'", "'published'"),
      brand_id: id("brand", "1"),
      actions: "'[]'",
      action_card_widgets: "'[]'",
      footer_links: "'[]'",
      scripts: "'[]'",
      numbered_audiences: "0",
      ...moments,
    },
  },
  {
    table: "audiences",
    columns: {
      audience_id: id("audience"),
      page_id: id("page", "1"),
      status: rare("'draft'", "'published'"),
      person_id: id("person"),
      account_id: rare(id("account", "1"), "NULL"),
      external_id: "'e' || n",
      // Forms that do not exist, in place of a page's.
      action_form_id_override: rare("'own ' || n", "'shared'"),
      action_url_override: "'https://own.example'",
      is_new_page_agent: "1",
      latest_version_id: id("version"),
      published_version_id: id("version"),
      versions_made: "1",
      created_at: `${filledAt}`,
    },
  },
  {
    table: "audience_versions",
    columns: {
      version_id: id("version"),
      audience_id: id("audience"),
      status: "'published'",
      batch_id: id("batch", "1"),
      ...version,
    },
  },
  {
    table: "audience_versions",
    columns: {
      version_id: `${id("version")} || 'x'`,
      audience_id: id("audience", "1"),
      status: "'archived'",
      archived_at: `${filledAt}`,
      ...version,
    },
  },
  {
    table: "version_batches",
    only: 1,
    columns: {
      batch_id: id("batch"),
      page_id: id("page", "1"),
      total: "1000",
      made: "1000",
      walked_to: "''",
      walked_at: `${filledAt}`,
      created_at: `${filledAt}`,
    },
  },
  {
    table: "audience_messages",
    columns: {
      audience_id: id("audience", "1"),
      message_id: id("message"),
      role: "'user'",
      text: "'Words'",
      changes: "'{}'",
      snapshot: "'{}'",
      created_at: `${filledAt}`,
    },
  },
  {
    table: "audience_sessions",
    columns: {
      analytics_session_id: id("visit"),
      audience_session_id: id("session"),
      audience_id: rare(id("audience", "1"), id("audience")),
      page_id: id("page", "1"),
      computation_status: "'completed'",
      has_conversion: rare("1", "0"),
      has_form_submit: rare("1", "0"),
      is_bounce: rare("1", "0"),
      questions_asked_count: "0",
      total_clicks_count: "0",
      session_started_at: `${filledAt} + n`,
      last_seen_at: `${filledAt} + n`,
      version_id: rare(id("version", "1"), id("version")),
      kind: rare("'scanner'", "'person'"),
      ...Object.fromEntries(
        ["campaign", "content", "medium", "source", "term"].map((field) => [`utm_${field}`, rare("'rare'", "'often'")]),
      ),
    },
  },
  {
    table: "form_submissions",
    columns: {
      submission_id: id("submission"),
      form_id: rare(id("form", "1"), id("form", "2")),
      audience_id: rare(id("audience", "1"), id("audience")),
      page_id: rare(id("page", "1"), id("page", "2")),
      person_id: rare(id("person", "1"), id("person")),
      account_id: rare(id("account", "1"), id("account", "2")),
      field_values: `'{"email":"a@b.example"}'`,
      submitted_at: `${filledAt} + n`,
    },
  },
  {
    table: "questions",
    columns: {
      question_id: id("question"),
      page_id: rare(id("page", "1"), id("page", "2")),
      audience_id: rare(id("audience", "1"), id("audience")),
      account_id: rare(id("account", "1"), id("account", "2")),
      text: "'Where is my order?'",
      status: rare("'unanswered'", "'answered'"),
      chunk_ids: "'[]'",
      score: "0",
      asked_at: `${filledAt} + n`,
      updated_at: `${filledAt} + n`,
    },
  },
  {
    table: "events",
    columns: {
      event_id: id("event"),
      type: rare("'page.created'", "'person.created'"),
      subject_id: id("person"),
      position: "n + 1000000",
      data: "'{}'",
      created_at: `${filledAt}`,
    },
  },
  {
    table: "webhook_deliveries",
    columns: {
      subscription_id: id("webhook", "1"),
      delivery_id: id("delivery"),
      event_id: id("event"),
      event_type: rare("'page.created'", "'person.created'"),
      occurred_at: `${filledAt}`,
      purpose: "'event'",
      state: rare("'failed'", "'succeeded'"),
      tries_made: "1",
      tries_left: "0",
      tries: "'[]'",
      created_at: `${filledAt}`,
    },
  },
  { table: "assets", columns: { asset_id: id("asset"), ...asset } },
  {
    table: "assets",
    columns: { asset_id: `${id("asset")} || 'x'`, trashed_at: `${filledAt}`, deleted_at: `${filledAt}`, ...asset },
  },
  {
    table: "page_links",
    columns: {
      page_link_id: id("link"),
      domain_key: rare(id("domain", "1"), "''"),
      path: "'/p' || n",
      audience_id: id("audience"),
      ...link,
    },
  },
  {
    table: "page_links",
    columns: {
      page_link_id: `${id("link")} || 'x'`,
      domain_key: "''",
      path: "'/gone' || n",
      audience_id: id("audience", "1"),
      deleted_at: `${filledAt}`,
      ...link,
    },
  },
];

const olderCounts = [
  counted("'persons'", "persons"),
  counted("'form submissions'", "form_submissions"),
  counted("'page audiences ' || page_id", "audiences WHERE archived_at IS NULL"),
];

/** Adds this many rows for a tenant to every table that a list reads, without the API. */
export async function addManyRows(db: Database, tenantId: string, count: number): Promise<void> {
  for (const { table, columns, only = count } of tables) {
    const names = Object.keys(columns).join(", ");
    const values = Object.values(columns).join(", ");
    for (let from = 1; from <= only; from += rowsAtOnce) {
      const to = Math.min(only, from + rowsAtOnce - 1);
      const text = `
        WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})
        INSERT INTO ${table} (tenant_id, ${names}) SELECT tenant_id, ${values} FROM numbers, (SELECT '${tenantId}' AS tenant_id) AS tenant`;
      await db.transaction((tx) => tx.run(statement(text)));
    }
  }
  await db.transaction(
    async (tx) => {
      // With plans for empty tables, PostgreSQL would compare every audience with every message.
      for (const table of ["audiences", "audience_messages"]) {
        const recount = db.dialect.recount(table);
        if (recount) await tx.run(recount);
      }
      await tx.run(sql`DELETE FROM counters`);
      for (const text of [...countsOfRows(), ...olderCounts]) await tx.run(statement(text));
    },
    { isLong: true },
  );
}
