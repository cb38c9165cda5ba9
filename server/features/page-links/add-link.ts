import type { Writing } from "../../context";
import { recordEvent } from "../../events/record";
import { Problem } from "../../records/problem";
import { freePath } from "./free-path";
import { normalPath } from "./path";
import { findLinkAt, insertLink, type PageLinkRow, toPageLink } from "./queries";

interface NewLink {
  path: string;
  audienceId: string;
  targetType?: string;
  tenantDomainId?: string | null;
}

/** If the path is taken, the first free one with `-2`, `-3` … after it. */
export async function addLink(ctx: Writing, request: NewLink): Promise<PageLinkRow> {
  const normal = normalPath(request.path);
  if ("fault" in normal) throw new Error(`The path of a link ${normal.fault}`);
  const row = newRow(ctx, { ...request, path: normal.path });
  while (!(await insertLink(ctx, row))) row.path = await freePath(ctx.db, ctx.tenantId, { ...row, path: normal.path });
  await recordEvent(ctx, "page_link.created", row.page_link_id, toPageLink(row));
  return row;
}

/** Refuses a path that is taken. The path must be in its normal form. */
export async function addLinkAt(ctx: Writing, request: NewLink): Promise<PageLinkRow> {
  const row = newRow(ctx, request);
  while (!(await insertLink(ctx, row))) {
    const existing = await findLinkAt(ctx.db, ctx.tenantId, row);
    // If there is none, it was deleted just now, and the next insert succeeds.
    if (existing) throw new Problem("path_taken", { existingId: existing.page_link_id });
  }
  await recordEvent(ctx, "page_link.created", row.page_link_id, toPageLink(row));
  return row;
}

function newRow(ctx: Writing, { path, audienceId, targetType = "audience", tenantDomainId }: NewLink): PageLinkRow {
  return {
    page_link_id: ctx.newId("link"),
    domain_key: tenantDomainId ?? "",
    path,
    target_type: targetType,
    audience_id: audienceId,
    created_at: ctx.now,
    updated_at: ctx.now,
    deleted_at: null,
  };
}
