import type { Writing } from "../../context";
import { addToCounter, addToCounters, counterValue, readCounters } from "../../storage/counters";
import type { Reader } from "../../storage/port";
import { sql, statement } from "../../storage/sql";

/** Counters of a page's audiences that are not archived, and of those that are. */
const counterPrefix = "page audiences ";
const archivedPrefix = "archived audiences ";

/** How many audiences that are not archived a row of `pages` has. */
export const audiencesOfPage = counterValue(sql`pages.tenant_id`, statement(`'${counterPrefix}' || pages.page_id`));

/** Of audiences that are not archived, in the transaction that creates them. */
export function addToAudienceCount(ctx: Writing, pageId: string, by: number): Promise<void> {
  return addToCounter(ctx.db, ctx.dialect, ctx.tenantId, counterPrefix + pageId, by);
}

/** For audiences that are archived, or restored if `by` is negative. */
export function addToArchivedCount(ctx: Writing, pageId: string, by: number): Promise<void> {
  const changes = new Map([
    [counterPrefix + pageId, -by],
    [archivedPrefix + pageId, by],
  ]);
  return addToCounters(ctx.db, ctx.dialect, ctx.tenantId, changes);
}

/** Archived ones included. */
export function audienceCount(db: Reader, tenantId: string, pageId: string): Promise<number> {
  return readCounters(db, tenantId, [counterPrefix + pageId, archivedPrefix + pageId]);
}

/** Reserves numbers for audiences without a person. Returns the last one. */
export async function numberAudiences(ctx: Writing, pageId: string, howMany: number): Promise<number> {
  const row = await ctx.db.first<{ numbered_audiences: number }>(sql`
    UPDATE pages SET numbered_audiences = numbered_audiences + ${howMany}
    WHERE tenant_id = ${ctx.tenantId} AND page_id = ${pageId} RETURNING numbered_audiences`);
  return row?.numbered_audiences ?? howMany;
}
