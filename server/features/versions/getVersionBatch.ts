import { toTimestamp } from "../../../contract";
import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findBatchWithStates } from "../publishing";

export const getVersionBatch: Handler<"getVersionBatch"> = async (ctx, { params }) => {
  const found = await findBatchWithStates(ctx.db, ctx.tenantId, params.batch_id);
  if (found?.batch.page_id !== params.page_id) throw notFound();
  const { batch, states } = found;
  const waiting = states.pending + states.queued + states.processing;
  return {
    batchId: batch.batch_id,
    pageId: batch.page_id,
    total: batch.total,
    done: batch.walked_at !== null && waiting === 0,
    states: { ...states, queued: states.queued + Math.max(0, batch.total - batch.made) },
    createdAt: toTimestamp(batch.created_at),
  };
};
