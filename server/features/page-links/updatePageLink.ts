import type { Handler, Writing } from "../../context";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { notFound, Problem } from "../../records/problem";
import { checkLink } from "./check-link";
import {
  addFormerTarget,
  findLinkAt,
  findLinkToChange,
  lockAddress,
  type PageLinkRow,
  toPageLink,
  updateLinkRow,
} from "./queries";

export const updatePageLink: Handler<"updatePageLink"> = async (ctx, { params, body }) => {
  const path = await checkLink(ctx, body);
  const row = await findLinkToChange(ctx, params.page_link_id);
  if (!row || row.deleted_at !== null) throw notFound();
  const changed: PageLinkRow = {
    ...row,
    domain_key: body.tenantDomainId === undefined ? row.domain_key : (body.tenantDomainId ?? ""),
    path: path ?? row.path,
    target_type: body.target?.targetType ?? row.target_type,
    audience_id: body.target?.audienceId ?? row.audience_id,
    updated_at: ctx.now,
  };
  if (!isEdited(row, changed)) return toPageLink(row);
  if (changed.path !== row.path || changed.domain_key !== row.domain_key) await takeAddress(ctx, changed);
  const link = toPageLink(changed);
  await Promise.all([
    updateLinkRow(ctx, changed),
    recordEvent(ctx, "page_link.updated", row.page_link_id, link),
    changed.audience_id === row.audience_id ? undefined : addFormerTarget(ctx, row),
  ]);
  return link;
};

async function takeAddress(ctx: Writing, link: PageLinkRow): Promise<void> {
  await lockAddress(ctx, link);
  const existing = await findLinkAt(ctx.db, ctx.tenantId, link);
  if (existing) throw new Problem("path_taken", { existingId: existing.page_link_id });
}
