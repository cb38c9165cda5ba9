import { maxExactCount, toTimestamp } from "../../../contract";
import type { Handler, ReadContext } from "../../context";
import { capped } from "../../records/counting";
import { notFound } from "../../records/problem";
import { amongRows, sql } from "../../storage/sql";
import { lastTrashed } from "../assets";
import { findPage, type PageRow, topicsChangedAt } from "../pages";
import { pageFaults, runningBatch } from "../publishing";
import { sharedChanges } from "../tenants";

export const getPublishState: Handler<"getPublishState"> = async (ctx, { params }) => {
  const page = await findPage(ctx.db, ctx.tenantId, params.page_id);
  if (!page) throw notFound();
  const { warnings, missingAssets } = await pageFaults(ctx.db, ctx.tenantId, page);
  const changedAt = Math.max(await lastChange(ctx, page), await lastTrashed(ctx.db, ctx.tenantId, missingAssets));
  const [outdated, runningBatchId] = await Promise.all([countOutdated(ctx, page, changedAt), runningBatch(ctx, page.page_id)]);
  return {
    pageId: page.page_id,
    changedAt: toTimestamp(changedAt),
    audiences: page.audiences_count,
    outdated,
    runningBatchId,
    warnings,
  };
};

/**
 * When something last changed that all audiences of the page see. Forms are few, so all of them count, opened by the page or not;
 * but not a new one, which is opened only once the page or an audience names it.
 */
async function lastChange(ctx: ReadContext, page: PageRow): Promise<number> {
  const { db, tenantId } = ctx;
  const latest = (moment: { at: number | null } | undefined) => Number(moment?.at ?? 0);
  const [topics, shared, brand, forms] = await Promise.all([
    topicsChangedAt(db, tenantId, page.page_id),
    sharedChanges(ctx),
    db.first<{ at: number | null }>(sql`
      SELECT max(updated_at) AS at FROM brands WHERE tenant_id = ${tenantId} AND brand_id = ${page.brand_id}`),
    page.actions.includes('"form"')
      ? db.first<{ at: number | null }>(sql`
          SELECT max(updated_at) AS at FROM forms WHERE tenant_id = ${tenantId} AND updated_at > created_at`)
      : undefined,
  ]);
  const language = page.language === null ? shared.default_language_changed_at : 0;
  return Math.max(page.content_changed_at, topics, shared.default_topic_removed_at, language, latest(brand), latest(forms));
}

const audiencesAtOnce = 500;

/** A version shows what was saved before it was added. Audiences are read some at a time, because a page may have very many. */
async function countOutdated({ db, tenantId }: ReadContext, { page_id }: PageRow, changedAt: number): Promise<number | null> {
  const ownChange = sql`
    SELECT max(message.created_at) FROM audience_messages AS message
    WHERE message.tenant_id = ${tenantId} AND message.audience_id = audience.audience_id`;
  let outdated = 0;
  for (let after = ""; outdated <= maxExactCount; ) {
    const slice = sql`
      SELECT audience_id FROM audiences WHERE tenant_id = ${tenantId} AND page_id = ${page_id} AND audience_id > ${after}
      ORDER BY audience_id LIMIT ${audiencesAtOnce}`;
    const row = await db.first<{ counted: number; last: string | null; outdated: number }>(sql`
      SELECT CAST(count(*) AS INTEGER) AS counted, max(audience.audience_id) AS last,
        CAST(sum(CASE WHEN audience.archived_at IS NULL
          AND (live.created_at < ${changedAt} OR live.created_at < (${ownChange})) THEN 1 ELSE 0 END) AS INTEGER) AS outdated
      FROM audiences AS audience
      JOIN audience_versions AS live ON live.tenant_id = ${tenantId} AND live.audience_id = audience.audience_id
        AND live.version_id = audience.published_version_id
      WHERE audience.tenant_id = ${tenantId} AND audience.audience_id ${amongRows(slice)}`);
    outdated += row?.outdated ?? 0;
    if (!row || row.last === null || row.counted < audiencesAtOnce) break;
    after = row.last;
  }
  return capped(outdated);
}
