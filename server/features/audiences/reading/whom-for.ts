import type { Scope } from "../../../../contract";
import type { ReadContext } from "../../../context";
import { among, sql } from "../../../storage/sql";

/** Whom an audience is made for. */
interface ForWhom {
  personId: string | null;
  personName: string | null;
  accountId: string | null;
  accountName: string | null;
}

/** By the audiences' identifiers. Names only as far as the key may read them. */
export async function whomAudiencesAreFor(ctx: ReadContext, audienceIds: readonly string[]): Promise<Map<string, ForWhom>> {
  const { db, tenantId, actor } = ctx;
  const rows = await db.all<ForWhom & { audienceId: string }>(sql`
    SELECT a.audience_id AS "audienceId", a.person_id AS "personId", p.name AS "personName",
      coalesce(a.account_id, d.account_id) AS "accountId", coalesce(c.name, c.domain, d.name, d.domain) AS "accountName"
    FROM audiences a
    LEFT JOIN persons p ON p.tenant_id = a.tenant_id AND p.person_id = a.person_id
    LEFT JOIN accounts c ON c.tenant_id = a.tenant_id AND c.account_id = a.account_id
    LEFT JOIN accounts d ON d.tenant_id = a.tenant_id AND a.account_id IS NULL AND d.domain = p.domain
    WHERE a.tenant_id = ${tenantId} AND a.audience_id ${among(audienceIds)}`);
  const may = (scope: Scope) => actor.scopes.includes("*") || actor.scopes.includes(scope);
  const [seesPersons, seesAccounts] = [may("persons:read"), may("accounts:read")];
  return new Map(
    rows.map(({ audienceId, personId, personName, accountId, accountName }) => [
      audienceId,
      { personId, accountId, personName: seesPersons ? personName : null, accountName: seesAccounts ? accountName : null },
    ]),
  );
}
