import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { entryIdsOf } from "./entries/queries";
import { findTopic } from "./queries";

export const getTopicEntryOrder: Handler<"getTopicEntryOrder"> = async (ctx, { params }) => {
  const [topic, entryIds] = await Promise.all([
    findTopic(ctx.db, ctx.tenantId, params.topic_id),
    entryIdsOf(ctx, params.topic_id),
  ]);
  if (!topic) throw notFound();
  return { entryIds };
};
