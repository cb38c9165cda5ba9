import type { Handler } from "../../context";
import { countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { failedFilter, newestFailed, toFailedJob } from "./queries";

export const listFailedJobs: Handler<"listFailedJobs"> = async (ctx, { query }) => {
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listFailedJobs",
      query,
      read: (position, limit) => newestFailed(ctx, position, limit),
      position: (row) => [row.dead_at, row.job_id],
      items: (rows) => rows.map(toFailedJob),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM jobs WHERE ${failedFilter(ctx)}`),
  ]);
  return { ...page, totalCount };
};
