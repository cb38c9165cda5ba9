import { type Action, hasHeaderAction, type Input, noSuchAction, type Operations } from "../../../contract";
import type { Handler, WriteContext } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound, Problem } from "../../records/problem";
import { numberedActions } from "./actions";
import { findPageToChange, type PageRow, toPage, updatePageRow } from "./queries";

export const updatePage: Handler<"updatePage"> = async (ctx, { params, body }) => {
  const row = await findPageToChange(ctx, params.page_id);
  if (!row) throw notFound();
  const changed = withChanges(ctx, row, body);
  if (!hasHeaderAction(JSON.parse(changed.actions) as Action[], changed.header_action_id)) {
    throw new Problem("validation_failed", { errors: [{ location: "body.headerActionId", ...noSuchAction }] });
  }
  if (body.status !== undefined && row.status === "archived") {
    throw new Problem("page_archived", { detail: "Restore the page first" });
  }
  const page = toPage(changed);
  await Promise.all([updatePageRow(ctx, changed, row), recordEvent(ctx, "page.updated", row.page_id, page)]);
  return page;
};

/** A field left out stays, null clears it. */
function withChanges(ctx: WriteContext, row: PageRow, changes: Input<Operations["updatePage"]>["body"]): PageRow {
  const kept = <T>(change: T | undefined, before: T): T => (change === undefined ? before : change);
  const json = (change: unknown, before: string): string => (change === undefined ? before : JSON.stringify(change));
  return {
    ...row,
    name: kept(changes.name, row.name),
    title: kept(changes.title, row.title),
    page_context: kept(changes.pageContext, row.page_context),
    page_type: kept(changes.pageType, row.page_type),
    status: kept(changes.status, row.status),
    brand_id: kept(changes.brandId, row.brand_id),
    actions: json(changes.actions && numberedActions(ctx, changes.actions), row.actions),
    action_card_widgets: json(changes.actionCardWidgets, row.action_card_widgets),
    footer_links: json(changes.footerLinks, row.footer_links),
    scripts: json(changes.scripts, row.scripts),
    header_action_id: kept(changes.headerActionId, row.header_action_id),
    metadata: changes.metadata ? JSON.stringify(changes.metadata) : kept(changes.metadata, row.metadata),
    updated_at: ctx.now,
  };
}
