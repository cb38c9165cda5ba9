import type { VersionStatus } from "../../../contract";
import { nothing, type Sql, sql, statement } from "../../storage/sql";

interface Filters {
  status?: VersionStatus | undefined;
  personId?: string | undefined;
  accountId?: string | undefined;
  query?: string | undefined;
}

/** Over audiences `a` with their person `p` and account `c` or `d`. */
export function audienceFilter(tenantId: string, pageId: string, { status, personId, accountId, query }: Filters): Sql {
  return sql`a.tenant_id = ${tenantId} AND a.page_id = ${pageId}
    ${status === undefined ? nothing : sql`AND a.status = ${status}`}
    ${personId === undefined ? nothing : sql`AND a.person_id = ${personId}`}
    ${accountId === undefined ? nothing : sql`AND (a.account_id = ${accountId} OR d.account_id = ${accountId})`}
    ${wordsOf(query).reduce((before, word) => sql`${before} AND (${occurs(word)})`, nothing)}`;
}

/** For counting: only what a filter can speak of. */
export function filteredAudiences(filter: Sql): Sql {
  return sql`SELECT 1 FROM audiences a
    LEFT JOIN persons p ON p.tenant_id = a.tenant_id AND p.person_id = a.person_id
    LEFT JOIN accounts c ON c.tenant_id = a.tenant_id AND c.account_id = a.account_id
    LEFT JOIN accounts d ON d.tenant_id = a.tenant_id AND a.account_id IS NULL AND d.domain = p.domain
    WHERE ${filter}`;
}

const names = statement(
  ["a.custom_name", "p.name", "c.name", "c.domain", "d.name", "d.domain", "a.external_id"]
    .map((column) => `coalesce(${column}, '')`)
    .join(" || ' ' || "),
);

/** Both engines know upper and lower case of ASCII alone; of other letters the usual spellings are tried. */
function occurs(word: string): Sql {
  const spellings = new Set([word.toLowerCase(), word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(), word.toUpperCase()]);
  const patterns = [...new Set([...spellings].map(asciiLower))].map((spelling) => `%${spelling.replace(/[\\%_]/g, "\\$&")}%`);
  const matches = patterns.map((pattern) => sql`lower(${names}) LIKE ${pattern} ESCAPE '\\'`);
  return matches.reduce((before, match) => sql`${before} OR ${match}`);
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function wordsOf(query: string | undefined): string[] {
  return query?.split(/\s+/).filter(Boolean) ?? [];
}
