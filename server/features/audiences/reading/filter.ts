import type { VersionStatus } from "../../../../contract";
import { nothing, type Sql, sql, statement } from "../../../storage/sql";

const maxLettersTried = 4;

interface Filters {
  status?: VersionStatus | undefined;
  personId?: string | undefined;
  accountId?: string | undefined;
  externalId?: string | undefined;
  query?: string | undefined;
}

/** A condition on audiences `a`, their person `p`, and their account: `c` if it is their own, `d` if it is their person's. */
export function audienceFilter(tenantId: string, pageId: string, filters: Filters): Sql {
  const { status, personId, accountId, externalId, query } = filters;
  return sql`a.tenant_id = ${tenantId} AND a.page_id = ${pageId}
    ${status === undefined ? nothing : sql`AND a.status = ${status}`}
    ${personId === undefined ? nothing : sql`AND a.person_id = ${personId}`}
    ${accountId === undefined ? nothing : sql`AND a.audience_id IN ${audiencesOfAccount(tenantId, accountId)}`}
    ${externalId === undefined ? nothing : sql`AND a.external_id = ${externalId}`}
    ${everyWord(query)}`;
}

/** Audiences of the account, and audiences of persons of its domain that have no account of their own. */
export function audiencesOfAccount(tenantId: string, accountId: string): Sql {
  return sql`(
    SELECT audience_id FROM audiences WHERE tenant_id = ${tenantId} AND account_id = ${accountId}
    UNION ALL
    SELECT audience_id FROM audiences WHERE tenant_id = ${tenantId} AND account_id IS NULL AND person_id IN (
      SELECT person_id FROM persons WHERE tenant_id = ${tenantId} AND domain IN (
        SELECT domain FROM accounts WHERE tenant_id = ${tenantId} AND account_id = ${accountId})))`;
}

/** For counting: joins only the tables that the filter refers to. */
export function filteredAudiences(filter: Sql): Sql {
  return sql`SELECT 1 FROM audiences a
    LEFT JOIN persons p ON p.tenant_id = a.tenant_id AND p.person_id = a.person_id
    LEFT JOIN accounts c ON c.tenant_id = a.tenant_id AND c.account_id = a.account_id
    LEFT JOIN accounts d ON d.tenant_id = a.tenant_id AND a.account_id IS NULL AND d.domain = p.domain
    WHERE ${filter}`;
}

const numbered = "CASE WHEN a.person_id IS NULL THEN 'Audience ' || CAST(a.number AS INTEGER) END";

const names = statement(
  ["a.custom_name", numbered, "p.name", "c.name", "c.domain", "d.name", "d.domain", "a.external_id"]
    .map((column) => `coalesce(${column}, '')`)
    .join(" || ' ' || "),
);

/** Every word gets as many spellings as the word with the most, so that few different statements are prepared. */
function everyWord(query: string | undefined): Sql {
  const words = query?.split(/\s+/).filter(Boolean).map(spellingsOf) ?? [];
  const most = Math.max(0, ...words.map((spellings) => spellings.length));
  return words.reduce((before, spellings) => {
    const tried = Array.from({ length: most }, (_, index) => spellings[Math.min(index, spellings.length - 1)] as string);
    return sql`${before} AND (${tried.map(occurs).reduce((one, other) => sql`${one} OR ${other}`)})`;
  }, nothing);
}

function occurs(spelling: string): Sql {
  return sql`lower(${names}) LIKE ${`%${spelling.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\'`;
}

/**
 * Both engines fold the case of ASCII letters only. Other letters are tried in both cases; for many, only the usual spellings.
 */
function spellingsOf(word: string): string[] {
  const cases = [...asciiLower(word)].map((letter) =>
    letter <= "\u007f" ? [letter] : [letter.toLowerCase(), letter.toUpperCase()],
  );
  if (cases.filter(({ length }) => length > 1).length <= maxLettersTried) {
    return cases.reduce<string[]>((before, letters) => before.flatMap((text) => letters.map((letter) => text + letter)), [""]);
  }
  const capitalized = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  return [word.toLowerCase(), capitalized, word.toUpperCase()].map(asciiLower);
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
