import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

const labelMark = "\u0001";

/** One index for all that is searched, in place of the trash's own and of texts beside the rows. */
export function search({ text, integer, tableOptions, wholeRows, planFor, usePlans }: Dialect): string[] {
  return [
    // Apart from those in blocks: few, and soon gone again.
    `CREATE TABLE search_pending (
      tenant_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      record_key ${text} NOT NULL,
      labels ${text} NOT NULL,
      text ${text} NOT NULL,
      is_folded ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, kind, record_key)
    ) ${tableOptions}`,
    `CREATE TABLE search_records (
      tenant_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      record_key ${text} NOT NULL,
      labels ${text} NOT NULL,
      text ${text} NOT NULL,
      spot ${text} NOT NULL,
      PRIMARY KEY (tenant_id, kind, record_key)
    ) ${tableOptions}`,
    "CREATE UNIQUE INDEX search_records_spot ON search_records (tenant_id, kind, spot)",
    `CREATE TABLE search_blocks (
      tenant_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      block ${integer} NOT NULL,
      first_key ${text} NOT NULL,
      last_key ${text} NOT NULL,
      size ${integer} NOT NULL,
      letters ${integer} NOT NULL,
      in_order ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, kind, block)
    ) ${tableOptions}`,
    `CREATE TABLE search_terms (
      tenant_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      bucket ${text} NOT NULL,
      block ${integer} NOT NULL,
      terms ${text} NOT NULL,
      PRIMARY KEY (tenant_id, kind, bucket, block)
    ) ${wholeRows}`,
    ...Object.entries(existing).map(
      ([kind, { key, labels, searched, from }]) => `
        INSERT INTO search_pending (tenant_id, kind, record_key, labels, text, is_folded)
        SELECT t.tenant_id, '${kind}', ${key}, ${labels}, lower(${searched}), 0 FROM ${from}`,
    ),
    // The jobs fold the texts, which SQL can't, and put them into blocks. Until then they are found by looking at each.
    `INSERT INTO jobs (tenant_id, job_id, kind, lane, payload, ready, due_at, attempts, created_at)
      SELECT tenant_id, 'job_search_' || kind, 'addToSearchBlocks', 'upkeep', '{"kind":"' || kind || '"}', 1, 0, 0, 0
      FROM search_pending GROUP BY tenant_id, kind`,
    "DROP TABLE asset_vocabulary",
    "DROP TABLE asset_words",
    "DROP TABLE asset_trash",
    "ALTER TABLE accounts DROP COLUMN search",
    "ALTER TABLE pages DROP COLUMN search",
    ...planFor("search_records", "search_records", [many, ofATenant * 5, ofATenant, 1]),
    ...planFor("search_pending", "search_pending", [many / 100, 2_500, 500, 1]),
    ...planFor("search_records", "search_records_spot", [many, ofATenant * 5, ofATenant, 1]),
    ...planFor("search_blocks", "search_blocks", [many / 1_000, 250, 50, 1]),
    ...planFor("search_terms", "search_terms", [many / 10, ofATenant, ofATenant / 2, 100, 1]),
    ...usePlans,
  ];
}

const labelled = (column: string) => `'${labelMark}' || ${column} || '${labelMark}'`;

const none = "''";

const joined = (...columns: string[]) => columns.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ");

/** What was there before, as far as SQL can tell its text. */
const existing = {
  persons: {
    key: "t.person_id",
    labels: none,
    searched: joined("t.name", "t.email", "t.domain", "t.phone_number"),
    from: "persons t",
  },
  accounts: { key: "t.account_id", labels: none, searched: joined("t.name", "t.domain"), from: "accounts t" },
  pages: {
    key: "t.page_id",
    searched: joined("t.name", "t.title"),
    labels: `${labelled("t.status")} || ' ' || ${labelled("t.page_type")}`,
    from: "pages t",
  },
  audiences: {
    key: "t.audience_id",
    labels: labelled("t.page_id"),
    searched: joined(
      "t.custom_name",
      "CASE WHEN t.person_id IS NULL THEN 'Audience ' || CAST(t.number AS INTEGER) END",
      "p.name",
      "c.name",
      "c.domain",
      "d.name",
      "d.domain",
      "t.external_id",
    ),
    from: `audiences t
      LEFT JOIN persons p ON p.tenant_id = t.tenant_id AND p.person_id = t.person_id
      LEFT JOIN accounts c ON c.tenant_id = t.tenant_id AND c.account_id = t.account_id
      LEFT JOIN accounts d ON d.tenant_id = t.tenant_id AND t.account_id IS NULL AND d.domain = p.domain`,
  },
  trash: {
    key: "CAST(CAST(a.trashed_at AS BIGINT) AS TEXT) || t.asset_id",
    searched: "t.text",
    labels: labelled("t.type"),
    from: "asset_trash t JOIN assets a ON a.tenant_id = t.tenant_id AND a.asset_id = t.asset_id",
  },
} as const;
