import { type Action, hasHeaderAction, type Input, noSuchAction, type Operations } from "../../../contract";
import type { Handler, WriteContext } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound, Problem } from "../../records/problem";
import { numberedActions } from "./actions";
import { findPageToChange, type PageRow, toPage, updatePageRow } from "./queries";
import { type SocialImage, socialImage, withoutSocialImage, withSocialImage } from "./social-image";

export const updatePage: Handler<"updatePage"> = async (ctx, { params, body }) => {
  const row = await findPageToChange(ctx, params.page_id);
  if (!row) throw notFound();
  const { socialImageAssetId = row.social_image_asset_id, metadata } = body;
  const isPictureAsked = body.socialImageAssetId !== undefined || metadata !== undefined;
  const picture = isPictureAsked ? await socialImage(ctx, socialImageAssetId, body.socialImageAssetId === undefined) : undefined;
  const changed = withChanges(ctx, row, body, picture);
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
function withChanges(
  ctx: WriteContext,
  row: PageRow,
  changes: Input<Operations["updatePage"]>["body"],
  picture: SocialImage | null | undefined,
): PageRow {
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
    metadata:
      picture === undefined
        ? row.metadata
        : withSocialImage(changes.metadata === undefined ? withoutSocialImage(row.metadata) : changes.metadata, picture),
    language: kept(changes.language, row.language),
    topic_order: kept(changes.topicOrder, row.topic_order),
    social_image_asset_id: kept(changes.socialImageAssetId, row.social_image_asset_id),
    updated_at: ctx.now,
    content_changed_at: hasContent(changes) ? ctx.now : row.content_changed_at,
  };
}

/** Whether there is something in it that versions show. */
function hasContent({ status: _, ...content }: Input<Operations["updatePage"]>["body"]): boolean {
  return Object.values(content).some((change) => change !== undefined);
}
