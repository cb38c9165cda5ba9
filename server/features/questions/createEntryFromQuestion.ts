import { type Handler, prepared } from "../../context";
import { recordEvents } from "../../events/record";
import { notFound } from "../../records/problem";
import { addEntry, changeEntry } from "../topics";
import { type EntryPreview, previewEntry, withAlternative } from "./entry/preview-entry";
import { questionsToResolve, setQuestionState } from "./queries";

/** What would be answered is found before the transaction: an index has to be built for it. */
export const createEntryFromQuestion: Handler<"createEntryFromQuestion"> = prepared<"createEntryFromQuestion", EntryPreview>(
  (ctx, { params, body }) => previewEntry(ctx, params.question_id, body),
  async (ctx, { params, body }, { topicId, content, asked, answers, entry }) => {
    if (body.dryRun) return { topicEntry: entry, content, answers, dryRun: true };
    // Building the index takes a while, in which they may be answered, deleted or erased.
    const others = answers.map(({ questionId }) => questionId);
    const resolved = await questionsToResolve(ctx, params.question_id, others);
    if (!resolved.some(({ question_id }) => question_id === params.question_id)) throw notFound();
    const { topicEntryId } = body;
    const topicEntry =
      topicEntryId === undefined
        ? await addEntry(ctx, topicId, { content: { type: "faq", content } })
        : await changeEntry(ctx, topicId, topicEntryId, ({ content: { type, content: before } }) => ({
            content: { type, content: withAlternative(before, asked) },
          }));
    const { topicEntryId: answeredBy } = topicEntry;
    await setQuestionState(
      ctx,
      resolved.map(({ question_id }) => question_id),
      "resolved",
      answeredBy,
    );
    await recordEvents(
      ctx,
      resolved.map(({ question_id: questionId, page_id: pageId }) => ({
        type: "question.updated" as const,
        subjectId: questionId,
        data: { questionId, pageId, status: "resolved" as const, topicEntryId: answeredBy },
      })),
    );
    return { topicEntry, content: topicEntry.content.content, answers, dryRun: false };
  },
);
