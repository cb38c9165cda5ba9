import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { pageExists } from "./queries";
import { topicIdsOf } from "./topic-queries";

export const getPageTopics: Handler<"getPageTopics"> = async (ctx, { params }) => {
  const [exists, topicIds] = await Promise.all([
    pageExists(ctx.db, ctx.tenantId, params.page_id),
    topicIdsOf(ctx.db, ctx.tenantId, params.page_id),
  ]);
  if (!exists) throw notFound();
  return { topicIds };
};
