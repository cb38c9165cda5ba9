import { type Handler, prepared } from "../../context";
import { recordEvents } from "../../events/record";
import { notFound } from "../../records/problem";
import { addEntry, changeEntry } from "../topics";
import { type EntryPreview, previewEntry, withAlternative } from "./entry/preview-entry";
import { questionsToResolve, setQuestionState } from "./queries";

/** What would be answered is found before the transaction: an index has to be built for it. */
export const createEntryFromQuestion: Handler<"createEntryFromQuestion"> = prepared<"createEntryFromQuestion", EntryPreview>(
  (ctx, { params, body }) => previewEntry(ctx, params.question_id, body),
  async (ctx, { params, body }, { topicId, content, asked, answers, entry, pageId }) => {
    if (body.dryRun) return { topicEntry: entry, content, answers, dryRun: true };
    // Building the index takes a while, in which they may be answered, deleted or erased.
    const others = answers.map(({ questionId }) => questionId);
    const resolved = await questionsToResolve(ctx, params.question_id, others);
    if (!resolved.includes(params.question_id)) throw notFound();
    const { topicEntryId } = body;
    const topicEntry =
      topicEntryId === undefined
        ? await addEntry(ctx, topicId, { content: { type: "faq", content } })
        : await changeEntry(ctx, topicId, topicEntryId, ({ content: { type, content: before } }) => ({
            content: { type, content: withAlternative(before, asked) },
          }));
    await setQuestionState(ctx, resolved, "resolved", topicEntry.topicEntryId);
    await recordEvents(
      ctx,
      resolved.map((questionId) => ({
        type: "question.updated" as const,
        subjectId: questionId,
        data: { questionId, pageId, status: "resolved" as const, topicEntryId: topicEntry.topicEntryId },
      })),
    );
    return { topicEntry, content: topicEntry.content.content, answers, dryRun: false };
  },
);
