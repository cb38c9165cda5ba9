import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { numberedActions } from "./actions";
import { insertPage, type PageRow, toPage } from "./queries";
import { socialImage, withSocialImage } from "./social-image";

export const createPage: Handler<"createPage"> = async (ctx, { body }) => {
  const picture = await socialImage(ctx, body.socialImageAssetId);
  const row: PageRow = {
    page_id: ctx.newId("page"),
    name: body.name,
    title: body.metadata?.title || body.name,
    page_context: body.pageContext,
    page_type: body.pageType,
    status: "draft",
    status_before_archive: null,
    brand_id: body.brandId,
    actions: JSON.stringify(numberedActions(ctx, body.actions)),
    action_card_widgets: JSON.stringify(body.actionCardWidgets),
    footer_links: JSON.stringify(body.footerLinks),
    scripts: JSON.stringify(body.scripts),
    header_action_id: body.headerActionId ?? null,
    metadata: withSocialImage(body.metadata ?? null, picture),
    language: body.language,
    topic_order: body.topicOrder,
    social_image_asset_id: body.socialImageAssetId,
    numbered_audiences: 0,
    created_at: ctx.now,
    updated_at: ctx.now,
    content_changed_at: ctx.now,
    archived_at: null,
    deleted_at: null,
    audiences_count: 0,
  };
  const page = toPage(row, ctx.site);
  await Promise.all([insertPage(ctx, row), recordEvent(ctx, "page.created", row.page_id, page)]);
  return page;
};
