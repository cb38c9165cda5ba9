import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { editedAt } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { findPageToChange, type PageRow, toPage, updatePageRow } from "./queries";

export const archivePage: Handler<"archivePage"> = async (ctx, { params }) => {
  const row = await findPageToChange(ctx, params.page_id);
  if (!row) throw notFound();
  if (row.status === "archived") return toPage(row, ctx.site);
  const archived: PageRow = {
    ...row,
    status: "archived",
    status_before_archive: row.status,
    updated_at: editedAt(ctx, row),
    archived_at: ctx.now,
  };
  const page = toPage(archived, ctx.site);
  await Promise.all([updatePageRow(ctx, archived, row), recordEvent(ctx, "page.archived", row.page_id, page)]);
  return page;
};
