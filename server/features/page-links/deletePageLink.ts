import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { addToLinkCount, findLinkToChange, toPageLink, updateLinkRow } from "./queries";

export const deletePageLink: Handler<"deletePageLink"> = async (ctx, { params }) => {
  const row = await findLinkToChange(ctx, params.page_link_id);
  if (!row) throw notFound();
  if (row.deleted_at !== null) return toPageLink(row);
  const deleted = { ...row, updated_at: ctx.now, deleted_at: ctx.now };
  const link = toPageLink(deleted);
  await Promise.all([
    updateLinkRow(ctx, deleted),
    addToLinkCount(ctx, -1),
    recordEvent(ctx, "page_link.deleted", row.page_link_id, link),
  ]);
  return link;
};
