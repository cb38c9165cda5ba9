import type { Input, Operations, Warning } from "../../../contract";
import { type Handler, type PrepareContext, prepared } from "../../context";
import { recordEvent } from "../../events/record";
import { enqueueJob } from "../../jobs/enqueue";
import { notFound, Problem } from "../../records/problem";
import { lastAudienceOf } from "../audiences";
import { findPage, findPageToShare } from "../pages";
import { insertBatch, pageFaults, walkVersionBatchJob } from "../publishing";

export const createVersionBatch: Handler<"createVersionBatch"> = prepared(warningsOfPage, async (ctx, { params }, warnings) => {
  const page = await findPageToShare(ctx, params.page_id);
  if (!page) throw notFound();
  if (page.archived_at !== null) throw new Problem("page_archived");
  const batchId = ctx.newId("batch");
  const total = page.audiences_count;
  const upTo = await lastAudienceOf(ctx, page.page_id);
  await Promise.all([
    insertBatch(ctx, {
      batch_id: batchId,
      page_id: page.page_id,
      total,
      made: 0,
      walked_to: "",
      walked_at: null,
      created_at: ctx.now,
      not_made: 0,
      cancelled_at: null,
    }),
    recordEvent(ctx, "version_batch.started", batchId, { batchId, pageId: page.page_id, total }),
    enqueueJob(ctx, walkVersionBatchJob, { batchId, upTo }),
  ]);
  return { batchId, total, warnings };
});

/** Before the transaction, because they take a look at every topic. */
async function warningsOfPage(ctx: PrepareContext, { params }: Input<Operations["createVersionBatch"]>): Promise<Warning[]> {
  const page = await findPage(ctx.db, ctx.tenantId, params.page_id);
  return page && page.archived_at === null ? (await pageFaults(ctx.db, ctx.tenantId, page)).warnings : [];
}
