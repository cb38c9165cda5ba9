import { momentOf } from "../../../contract";
import type { Handler } from "../../context";
import { capped, countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import {
  newestSubmissions,
  type SubmissionFilter,
  submissionCount,
  submissionFilter,
  submissionsById,
  toFormSubmission,
} from "./queries";

export const listFormSubmissions: Handler<"listFormSubmissions"> = async (ctx, { query }) => {
  const { cursor, limit, ...filters } = query;
  const wanted: SubmissionFilter = { ...filters, from: momentOf(query.from), to: momentOf(query.to) };
  const isFiltered = Object.values(wanted).some((value) => value !== undefined);
  const filter = submissionFilter(ctx.tenantId, wanted);
  const withoutEnd = submissionFilter(ctx.tenantId, { ...wanted, to: undefined });
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listFormSubmissions",
      filters: [boundTo(wanted)],
      query,
      // After the first page the cursor is already below `to`. With both bounds SQLite starts at `to` and rereads every earlier page.
      read: (position, count) => newestSubmissions(ctx.db, position ? withoutEnd : filter, position, count),
      position: (row) => [row.submitted_at, row.submission_id],
      bytesOf: ({ bytes }) => bytes,
      items: async (submissions) => (await submissionsById(ctx, submissions)).map(toFormSubmission),
    }),
    isFiltered
      ? countCapped(ctx.db, sql`SELECT 1 FROM form_submissions WHERE ${filter}`)
      : submissionCount(ctx.db, ctx.tenantId).then(capped),
  ]);
  return { ...page, totalCount };
};

function boundTo({ pageId, audienceId, formId, personId, accountId, from, to }: SubmissionFilter): string {
  return JSON.stringify([pageId, audienceId, formId, personId, accountId, from, to]);
}
