import { maxExactCount } from "../../../contract";
import type { Reading } from "../../context";
import { countUpTo } from "../../records/counting";
import { amongRows, nothing, type Sql, sql } from "../../storage/sql";
import { audiencesInParts } from "../audiences";
import type { MomentRow, MomentSource } from "./sources";

interface Account {
  account_id: string;
  domain: string;
}

type Position = readonly [at: number, id: string];

/** The newest before a position. */
export async function newestMoments(
  ctx: Reading,
  account: Account,
  wanted: readonly MomentSource[],
  before: Position | undefined,
  limit: number,
): Promise<MomentRow[]> {
  const read = (queries: Sql[]) => Promise.all(queries.map((query) => ctx.db.all<MomentRow>(query)));
  let newest = (await read(wanted.flatMap((source) => newestOfAccount(ctx, account, source, before, limit) ?? []))).flat();
  if (wanted.some(({ ofAudience }) => ofAudience)) {
    for await (const audiences of audiencesInParts(ctx, account)) {
      const found = await read(
        wanted.flatMap((source) => newestOfAudiences(ctx, account, audiences, source, before, limit) ?? []),
      );
      newest = [...newest, ...found.flat()].sort(newestFirst).slice(0, limit);
    }
  }
  return newest.sort(newestFirst).slice(0, limit);
}

function newestOfAccount(
  { tenantId }: Reading,
  { account_id }: Account,
  { from, columns, sortColumns: { at, id }, ofAccount, isShownElsewhere }: MomentSource,
  before: Position | undefined,
  limit: number,
): Sql | undefined {
  if (!ofAccount) return undefined;
  return sql`
    SELECT ${columns}, ${at} AS at, ${id} AS id FROM ${from} AS r
    WHERE r.tenant_id = ${tenantId} AND ${ofAccount(account_id)}
      ${isShownElsewhere ? sql`AND NOT (${isShownElsewhere(tenantId)})` : nothing}
      ${before === undefined ? nothing : sql`AND (${at}, ${id}) < (${before[0]}, ${before[1]})`}
    ORDER BY ${at} DESC, ${id} DESC LIMIT ${limit}`;
}

/** Reads the newest rows of each audience along an index, because an audience may have very many. */
function newestOfAudiences(
  { tenantId }: Reading,
  { account_id }: Account,
  audiences: Sql,
  { from, columns, sortColumns, newest, ofAudience }: MomentSource,
  before: Position | undefined,
  limit: number,
): Sql | undefined {
  if (!ofAudience) return undefined;
  return sql`
    SELECT ${columns}, ${sortColumns.at} AS at, ${sortColumns.id} AS id
    FROM audiences AS a JOIN ${from} AS r ON r.tenant_id = a.tenant_id AND r.audience_id = a.audience_id
    WHERE a.tenant_id = ${tenantId} AND a.audience_id ${audiences} AND ${sortColumns.key} ${amongRows(sql`
      SELECT ${newest.key} FROM ${from} AS newest
      WHERE newest.tenant_id = ${tenantId} AND newest.audience_id = a.audience_id AND ${ofAudience(account_id)}
        ${before === undefined ? nothing : sql`AND (${newest.at}, ${newest.id}) < (${before[0]}, ${before[1]})`}
      ORDER BY ${newest.at} DESC, ${newest.id} DESC LIMIT ${limit}`)}
    ORDER BY ${sortColumns.at} DESC, ${sortColumns.id} DESC LIMIT ${limit}`;
}

/** How many there are, no further than has to be counted. */
export async function countMoments(ctx: Reading, account: Account, wanted: readonly MomentSource[]): Promise<number> {
  const { db, tenantId } = ctx;
  let count = 0;
  for (const source of wanted) count += await countOfAccount(ctx, account, source);
  if (!wanted.some(({ ofAudience }) => ofAudience)) return count;
  for await (const audiences of audiencesInParts(ctx, account)) {
    for (const { from, ofAudience } of wanted)
      if (ofAudience && count <= maxExactCount)
        count += await countUpTo(
          db,
          sql`SELECT 1 FROM ${from} AS newest
            WHERE newest.tenant_id = ${tenantId} AND newest.audience_id ${audiences} AND ${ofAudience(account.account_id)}`,
        );
    if (count > maxExactCount) break;
  }
  return count;
}

/** Rows that are shown elsewhere are few: subtracted, they leave the count to the index alone. */
async function countOfAccount(
  { db, tenantId }: Reading,
  { account_id }: Account,
  { from, ofAccount, isShownElsewhere }: MomentSource,
): Promise<number> {
  if (!ofAccount) return 0;
  const rows = sql`SELECT 1 FROM ${from} AS r WHERE r.tenant_id = ${tenantId} AND ${ofAccount(account_id)}`;
  const count = await countUpTo(db, rows);
  if (!isShownElsewhere || count > maxExactCount) return count;
  return count - (await countUpTo(db, sql`${rows} AND ${isShownElsewhere(tenantId)}`));
}

function newestFirst(one: MomentRow, other: MomentRow): number {
  return other.at - one.at || (one.id < other.id ? 1 : -1);
}
