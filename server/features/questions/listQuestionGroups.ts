import { toTimestamp } from "../../../contract";
import { maxGroupedQuestions, shownInGroup } from "../../../contract/visits/questions";
import { inTurns } from "../../answers/building/in-turns";
import { groupQuestions } from "../../answers/group-questions";
import type { Handler } from "../../context";
import { synonymsOf } from "./answering/synonyms-of";
import { newestQuestions } from "./queries";

export const listQuestionGroups: Handler<"listQuestionGroups"> = async (ctx, { query }) => {
  const wanted = { ...query, status: "unanswered" } as const;
  const rows = await newestQuestions(ctx.db, ctx.tenantId, wanted, undefined, maxGroupedQuestions);
  const groups = await inTurns(ctx.tenantId, groupQuestions(rows, await synonymsOf(ctx.db, ctx.tenantId)));
  const items = groups.map((group) => ({
    // The question that the others of the group were compared with.
    questionId: group[0].question_id,
    text: group[0].text,
    count: group.length,
    accountIds: distinct(group.map(({ account_id }) => account_id)),
    pageIds: distinct(group.map(({ page_id }) => page_id)),
    questionIds: group.slice(0, shownInGroup).map(({ question_id }) => question_id),
    lastAskedAt: toTimestamp(Math.max(...group.map(({ asked_at }) => asked_at))),
  }));
  return { items, groupedCount: rows.length };
};

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
