import type { Audience } from "../../../contract";
import type { Handler, ReadContext } from "../../context";
import { capped, countUpTo, largeRowsAtOnce, readPage } from "../../records/paging";
import { notFound } from "../../records/problem";
import { matchingRecord, type SearchedRows, searchedRows } from "../../search/search";
import { wordsIn } from "../../search/text";
import { among, type Sql, sql } from "../../storage/sql";
import { audienceCount, pageExists } from "../pages";
import { type AudienceFilters, audienceFilter } from "./reading/filter";
import { newestAudiences } from "./reading/whole-audiences";

export const listAudiences: Handler<"listAudiences"> = async (ctx, { params, query }) => {
  if (!(await pageExists(ctx.db, ctx.tenantId, params.page_id))) throw notFound();
  const found = await filteredAudiences(ctx, params.page_id, query);
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listAudiences",
      rowsAtOnce: largeRowsAtOnce,
      filters: [params.page_id, query.status, query.personId, query.accountId, query.externalId, query.query],
      query,
      read: found.read,
      position: (audience) => [audience.audienceId],
      items: (audiences) => audiences,
    }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
};

type Filters = AudienceFilters & { query?: string | undefined };

async function filteredAudiences(
  ctx: ReadContext,
  pageId: string,
  { query, ...filters }: Filters,
): Promise<SearchedRows<Audience>> {
  const { tenantId } = ctx;
  const { status, personId, accountId, externalId } = filters;
  const filter = audienceFilter(tenantId, pageId, filters);
  const wanted = { kind: "audiences", words: wordsIn(query ?? ""), labels: [pageId] } as const;
  const filtered = (audiencesFilter: Sql): SearchedRows<Audience> => ({
    read: (position, limit) => newestAudiences(ctx.db, tenantId, audiencesFilter, position, limit),
    count: () => countUpTo(ctx.db, sql`SELECT 1 FROM audiences a WHERE ${audiencesFilter}`),
  });
  if (wanted.words.length === 0) {
    const isWhole = (status ?? personId ?? accountId ?? externalId) === undefined;
    return { ...filtered(filter), ...(isWhole && { count: () => audienceCount(ctx.db, tenantId, pageId) }) };
  }
  // Few have the same person, account or external identifier: their texts are looked at.
  if ((personId ?? accountId ?? externalId) !== undefined) {
    return filtered(sql`${filter} AND ${matchingRecord(ctx, wanted, sql`a.audience_id`)}`);
  }
  const also = sql`EXISTS (
    SELECT 1 FROM audiences WHERE tenant_id = ${tenantId} AND audience_id = record_key AND status = ${status ?? ""})`;
  return searchedRows(ctx, { ...wanted, ...(status !== undefined && { also }) }, (keys) =>
    filtered(sql`${filter} AND a.audience_id ${among(keys)}`).read(undefined, keys.length),
  );
}
