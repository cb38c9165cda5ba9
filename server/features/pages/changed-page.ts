import { type Action, hasHeaderAction, noSuchAction, type PageChanges } from "../../../contract";
import type { Reading, Writing } from "../../context";
import { editedAt } from "../../records/edited-at";
import { Problem } from "../../records/problem";
import { numberedActions } from "./actions";
import type { PageRow } from "./queries";
import { type SocialImage, socialImage, withoutSocialImage, withSocialImage } from "./social-image";

type ChangeContext = Reading & Pick<Writing, "newId">;

/** A page as it would be with the changes. Throws when they don't go together; `at` is where they are in the body. */
export async function changedPage(ctx: ChangeContext, row: PageRow, changes: PageChanges, at = "body"): Promise<PageRow> {
  const { socialImageAssetId = row.social_image_asset_id, metadata } = changes;
  const isPictureAsked = changes.socialImageAssetId !== undefined || metadata !== undefined;
  const wasThere = changes.socialImageAssetId === undefined;
  const picture = isPictureAsked ? await socialImage(ctx, socialImageAssetId, { wasThere, at }) : undefined;
  const changed = withChanges(ctx, row, changes, picture);
  if (!hasHeaderAction(JSON.parse(changed.actions) as Action[], changed.header_action_id)) {
    throw new Problem("validation_failed", { errors: [{ location: `${at}.headerActionId`, ...noSuchAction }] });
  }
  return changed;
}

/** A field left out stays, null clears it. */
function withChanges(ctx: ChangeContext, row: PageRow, changes: PageChanges, picture: SocialImage | null | undefined): PageRow {
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
    updated_at: editedAt(ctx, row),
    content_changed_at: hasContent(changes) ? ctx.now : row.content_changed_at,
  };
}

/** Whether there is something in it that versions show. */
function hasContent({ status: _, ...content }: PageChanges): boolean {
  return Object.values(content).some((change) => change !== undefined);
}
