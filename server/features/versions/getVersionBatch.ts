import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findBatchWithStates, toBatch } from "../publishing";

export const getVersionBatch: Handler<"getVersionBatch"> = async (ctx, { params }) => {
  const found = await findBatchWithStates(ctx.db, ctx.tenantId, params.batch_id);
  if (found?.batch.page_id !== params.page_id) throw notFound();
  return toBatch(found);
};
