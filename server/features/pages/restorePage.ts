import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { editedAt } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { findPageToChange, type PageRow, toPage, updatePageRow } from "./queries";

export const restorePage: Handler<"restorePage"> = async (ctx, { params }) => {
  const row = await findPageToChange(ctx, params.page_id);
  if (!row) throw notFound();
  if (row.status !== "archived") return toPage(row, ctx.site);
  const restored: PageRow = {
    ...row,
    status: row.status_before_archive ?? "draft",
    status_before_archive: null,
    updated_at: editedAt(ctx, row),
    archived_at: null,
  };
  const page = toPage(restored, ctx.site);
  await Promise.all([updatePageRow(ctx, restored, row), recordEvent(ctx, "page.restored", row.page_id, page)]);
  return page;
};
