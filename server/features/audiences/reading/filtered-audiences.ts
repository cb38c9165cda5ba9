import type { Reading } from "../../../context";
import { countUpTo } from "../../../records/counting";
import { matchingRecord, type SearchedRows, searchedRows } from "../../../search/search";
import { queryWords } from "../../../search/text";
import { among, type Sql, sql } from "../../../storage/sql";
import { audienceCount } from "../../pages";
import { type AudienceFilters, audienceFilter } from "./filter";
import { type ListedAudience, newestAudiences } from "./whole-audiences";

export type Filters = AudienceFilters & { query?: string | undefined };

/** Audiences as the paging of a list reads them, the newest first. */
export async function filteredAudiences(ctx: Reading, { query, ...filters }: Filters): Promise<SearchedRows<ListedAudience>> {
  const { tenantId } = ctx;
  const { pageId, status, personId, accountId, externalId } = filters;
  const filter = audienceFilter(tenantId, filters);
  const wanted = { kind: "audiences", words: queryWords(query ?? ""), labels: pageId === undefined ? [] : [pageId] } as const;
  const filtered = (audiencesFilter: Sql): SearchedRows<ListedAudience> => ({
    read: (position, limit) => newestAudiences(ctx.db, audiencesFilter, position, limit),
    count: () => countUpTo(ctx.db, sql`SELECT 1 FROM audiences a WHERE ${audiencesFilter}`),
  });
  if (wanted.words.length === 0) {
    const isWhole = (status ?? personId ?? accountId ?? externalId) === undefined;
    const count = pageId === undefined ? undefined : () => audienceCount(ctx.db, tenantId, pageId);
    return { ...filtered(filter), ...(isWhole && count && { count }) };
  }
  // Few audiences have the same person, account or external identifier, so their texts are compared without the index.
  if ((personId ?? accountId ?? externalId) !== undefined) {
    return filtered(sql`${filter} AND ${matchingRecord(ctx, wanted, sql`a.audience_id`)}`);
  }
  const also = sql`EXISTS (
    SELECT 1 FROM audiences WHERE tenant_id = ${tenantId} AND audience_id = record_key AND status = ${status ?? ""})`;
  return searchedRows(ctx, { ...wanted, ...(status !== undefined && { also }) }, (keys) =>
    filtered(sql`${filter} AND a.audience_id ${among(keys)}`).read(undefined, keys.length),
  );
}
