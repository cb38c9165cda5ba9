import type { QuestionStatus } from "../../../contract";
import type { WriteContext } from "../../context";
import { recordEvents } from "../../events/record";
import { among, sql } from "../../storage/sql";

/** An entry may have resolved thousands, and reads go on between statements. */
const atOnce = 250;

interface Reopened {
  question_id: string;
  page_id: string;
  status: QuestionStatus;
}

/** Questions that were resolved with entries which are now deleted: visitors get no answer to them any more. */
export async function reopenQuestions(ctx: WriteContext, entryIds: readonly string[]): Promise<void> {
  const { db, tenantId, now } = ctx;
  if (entryIds.length === 0) return;
  for (;;) {
    const rows = await db.all<Reopened>(sql`
      UPDATE questions SET topic_entry_id = NULL, updated_at = ${now}, status =
        CASE WHEN status <> 'resolved' THEN status WHEN answer IS NULL THEN 'unanswered' ELSE 'answered' END
      WHERE tenant_id = ${tenantId} AND question_id IN (
        SELECT question_id FROM questions
        WHERE tenant_id = ${tenantId} AND topic_entry_id IS NOT NULL AND topic_entry_id ${among(entryIds)} LIMIT ${atOnce})
      RETURNING question_id, page_id, status`);
    await recordEvents(
      ctx,
      rows.map(({ question_id: questionId, page_id: pageId, status }) => ({
        type: "question.updated" as const,
        subjectId: questionId,
        data: { questionId, pageId, status, topicEntryId: null },
      })),
    );
    if (rows.length < atOnce) return;
  }
}
