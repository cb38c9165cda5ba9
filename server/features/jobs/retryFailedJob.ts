import type { Handler } from "../../context";
import { makeReadyAgain } from "../../jobs/dead-letters";
import { notFound } from "../../records/problem";
import { findFailed, toFailedJob } from "./queries";

export const retryFailedJob: Handler<"retryFailedJob"> = async (ctx, { params }) => {
  const row = await findFailed(ctx, params.job_id, ctx.dialect.forUpdate);
  if (!row) throw notFound();
  await makeReadyAgain(ctx.db, ctx.dialect, ctx.tenantId, row.job_id);
  return toFailedJob(row);
};
