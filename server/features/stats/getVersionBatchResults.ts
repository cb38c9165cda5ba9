import { batchResultDays } from "../../../contract/visits/stats";
import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findBatchWithStates } from "../publishing";
import { Accumulator } from "./figures";
import { eachSessionAround } from "./queries";

const dayMs = 86_400_000;

export const getVersionBatchResults: Handler<"getVersionBatchResults"> = async (ctx, { params }) => {
  const found = await findBatchWithStates(ctx.db, ctx.tenantId, params.batch_id);
  if (found?.batch.page_id !== params.page_id) throw notFound();
  const { batch_id, page_id, created_at } = found.batch;
  const [before, after] = [new Accumulator(), new Accumulator()];
  // As long after it as before: what an old batch is asked for costs no more than a new one.
  const from = created_at - batchResultDays * dayMs;
  const to = created_at + batchResultDays * dayMs;
  const selection = { pageId: page_id, kind: "person", from, to };
  await eachSessionAround(ctx, selection, batch_id, (session) => {
    if (session.side !== null) (session.side === "after" ? after : before).addSession(session, session.audience_number);
  });
  return { before: before.figures(), after: after.figures() };
};
