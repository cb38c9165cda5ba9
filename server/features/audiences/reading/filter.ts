import type { VersionStatus } from "../../../../contract";
import { amongRows, nothing, type Sql, sql } from "../../../storage/sql";

export interface AudienceFilters {
  /** Audiences of all pages when it is left out. */
  pageId?: string | undefined;
  status?: VersionStatus | undefined;
  personId?: string | undefined;
  accountId?: string | undefined;
  externalId?: string | undefined;
}

/** A condition on audiences `a`. */
export function audienceFilter(tenantId: string, filters: AudienceFilters): Sql {
  const { pageId, status, personId, accountId, externalId } = filters;
  return sql`a.tenant_id = ${tenantId}
    ${pageId === undefined ? nothing : sql`AND a.page_id = ${pageId}`}
    ${status === undefined ? nothing : sql`AND a.status = ${status}`}
    ${personId === undefined ? nothing : sql`AND a.person_id = ${personId}`}
    ${accountId === undefined ? nothing : sql`AND a.audience_id ${audiencesOfAccount(tenantId, accountId)}`}
    ${externalId === undefined ? nothing : sql`AND a.external_id = ${externalId}`}`;
}

/** Audiences of the account, and audiences of persons of its domain that have no account of their own. */
export function audiencesOfAccount(tenantId: string, accountId: string): Sql {
  return amongRows(sql`
    SELECT audience_id FROM audiences WHERE tenant_id = ${tenantId} AND account_id = ${accountId}
    UNION ALL
    SELECT audience_id FROM audiences WHERE tenant_id = ${tenantId} AND account_id IS NULL AND person_id IN (
      SELECT person_id FROM persons WHERE tenant_id = ${tenantId} AND domain IN (
        SELECT domain FROM accounts WHERE tenant_id = ${tenantId} AND account_id = ${accountId}))`);
}
