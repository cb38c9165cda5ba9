import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findEntry, toEntry } from "./entries/queries";

export const getTopicEntry: Handler<"getTopicEntry"> = async (ctx, { params }) => {
  const row = await findEntry(ctx.db, ctx.tenantId, params.topic_id, params.entry_id);
  if (!row) throw notFound();
  return toEntry(row);
};
