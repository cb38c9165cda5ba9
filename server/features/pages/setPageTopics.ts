import { isDeepStrictEqual } from "node:util";
import type { Input, Operations } from "../../../contract";
import { guarded, type Handler, type WriteContext } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound, Problem } from "../../records/problem";
import { findPageToChange, type PageRow } from "./queries";
import { existingTopics, replaceTopics, topicIdsOf } from "./topic-queries";

export const setPageTopics: Handler<"setPageTopics"> = guarded(lockTopicsAndPage, async (ctx, input) => {
  const { page_id: pageId } = input.params;
  const { topicIds } = input.body;
  const { page, existing } = await lockTopicsAndPage(ctx, input);
  if (!page) throw notFound();
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

/** The topics are locked first: deleting one changes its pages, and a fixed order avoids deadlocks. */
async function lockTopicsAndPage(
  ctx: WriteContext,
  { params, body: { topicIds } }: Input<Operations["setPageTopics"]>,
): Promise<{ page: PageRow | undefined; existing: Set<string> }> {
  const existing = await existingTopics(ctx, topicIds);
  return { existing, page: await findPageToChange(ctx, params.page_id) };
}
