import { guarded, type Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { notFound, Problem } from "../../records/problem";
import { changedPage } from "./changed-page";
import { findPageToChange, lockPage, toPage, updatePageRow } from "./queries";

export const updatePage: Handler<"updatePage"> = guarded(lockPage, async (ctx, { params, body }) => {
  const row = await findPageToChange(ctx, params.page_id);
  if (!row) throw notFound();
  const changed = await changedPage(ctx, row, body);
  if (body.status !== undefined && row.status === "archived") {
    throw new Problem("page_archived", { detail: "Restore the page first" });
  }
  if (!isEdited(row, changed)) return toPage(row, ctx.site);
  const page = toPage(changed, ctx.site);
  await Promise.all([updatePageRow(ctx, changed, row), recordEvent(ctx, "page.updated", row.page_id, page)]);
  return page;
});
