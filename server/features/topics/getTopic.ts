import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findTopic, toTopic } from "./queries";

export const getTopic: Handler<"getTopic"> = async (ctx, { params }) => {
  const row = await findTopic(ctx.db, ctx.tenantId, params.topic_id);
  if (!row) throw notFound();
  return toTopic(ctx, row);
};
