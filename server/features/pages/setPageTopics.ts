import { isDeepStrictEqual } from "node:util";
import { guarded, type Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound, Problem } from "../../records/problem";
import { findPageToChange, lockPage } from "./queries";
import { existingTopics, replaceTopics, topicIdsOf } from "./topic-queries";

export const setPageTopics: Handler<"setPageTopics"> = guarded(lockPage, async (ctx, { params, body: { topicIds } }) => {
  const pageId = params.page_id;
  if (!(await findPageToChange(ctx, pageId))) throw notFound();
  const existing = await existingTopics(ctx, topicIds);
  const unknown = topicIds.flatMap((topicId, index) => (existing.has(topicId) ? [] : [index]));
  if (unknown.length > 0) {
    const problem = { code: "not_found", message: "must name a topic" };
    throw new Problem("validation_failed", {
      errors: unknown.map((index) => ({ location: `body.topicIds[${index}]`, ...problem })),
    });
  }
  const before = await topicIdsOf(ctx.db, ctx.tenantId, pageId);
  if (isDeepStrictEqual(before, topicIds)) return { topicIds };
  await Promise.all([
    replaceTopics(ctx, pageId, topicIds),
    recordEvent(ctx, "page.topics_changed", pageId, { pageId, topicIds }),
  ]);
  return { topicIds };
});
