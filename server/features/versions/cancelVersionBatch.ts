import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { enqueueJob } from "../../jobs/enqueue";
import { notFound } from "../../records/problem";
import { cancelBatchVersionsJob, endedEarly, findBatchToChange, findBatchWithStates, toBatch, updateBatch } from "../publishing";

export const cancelVersionBatch: Handler<"cancelVersionBatch"> = async (ctx, { params }) => {
  const batch = await findBatchToChange(ctx, params.batch_id);
  if (batch?.page_id !== params.page_id) throw notFound();
  const { batch_id: batchId, page_id: pageId, made } = batch;
  if (!toBatch(await statesOf(batchId)).done) {
    await Promise.all([
      // The job that walks the batch stops at its next group.
      updateBatch(ctx, { ...endedEarly(batch, ctx.now), cancelled_at: batch.cancelled_at ?? ctx.now }),
      enqueueJob(ctx, cancelBatchVersionsJob, { batchId, pageId, upTo: batch.walked_to }),
      batch.cancelled_at === null && recordEvent(ctx, "version_batch.cancelled", batchId, { batchId, pageId, made }),
    ]);
  }
  return toBatch(await statesOf(batchId));

  async function statesOf(id: string) {
    const found = await findBatchWithStates(ctx.db, ctx.tenantId, id);
    if (!found) throw notFound();
    return found;
  }
};
