import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { enqueueJob } from "../../jobs/enqueue";
import { notFound, Problem } from "../../records/problem";
import { lastAudienceOf } from "../audiences";
import { findPageToShare } from "../pages";
import { insertBatch, walkVersionBatchJob } from "../publishing";

export const createVersionBatch: Handler<"createVersionBatch"> = async (ctx, { params }) => {
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
    }),
    recordEvent(ctx, "version_batch.started", batchId, { batchId, pageId: page.page_id, total }),
    enqueueJob(ctx, walkVersionBatchJob, { batchId, upTo }),
  ]);
  return { batchId, total };
};
