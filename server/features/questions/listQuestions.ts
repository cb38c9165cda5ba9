import { momentOf } from "../../../contract";
import type { Handler } from "../../context";
import { countCapped, readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { newestQuestions, type QuestionFilter, questionFilter, toQuestion } from "./queries";

export const listQuestions: Handler<"listQuestions"> = async (ctx, { query }) => {
  const { cursor: _, limit: __, ...wanted } = query;
  const filters: QuestionFilter = { ...wanted, from: momentOf(query.from), to: momentOf(query.to) };
  const filter = questionFilter(ctx.tenantId, filters);
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listQuestions",
      filters: [JSON.stringify(filters)],
      query,
      read: (position, count) => newestQuestions(ctx.db, filter, position, count),
      position: (row) => [row.question_id],
      items: (rows) => rows.map(toQuestion),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM questions WHERE ${filter}`),
  ]);
  return { ...page, totalCount };
};
