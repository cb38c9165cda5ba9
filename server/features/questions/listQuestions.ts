import { momentOf } from "../../../contract";
import type { Handler } from "../../context";
import { countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { newestQuestions, type QuestionFilter, type QuestionPosition, questionFilter, toQuestion } from "./queries";

export const listQuestions: Handler<"listQuestions"> = async (ctx, { query }) => {
  const { cursor: _, limit: __, ...wanted } = query;
  const filters: QuestionFilter = { ...wanted, from: momentOf(query.from), to: momentOf(query.to) };
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listQuestions",
      // A cursor from before they were ordered by time is refused.
      filters: ["askedAt", JSON.stringify(filters)],
      query,
      read: (position, count) => newestQuestions(ctx.db, ctx.tenantId, filters, position as QuestionPosition | undefined, count),
      position: (row) => [row.asked_at, row.question_id],
      items: (rows) => rows.map(toQuestion),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM questions WHERE ${questionFilter(ctx.tenantId, filters)}`),
  ]);
  return { ...page, totalCount };
};
