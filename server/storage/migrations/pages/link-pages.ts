import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** The page that a link leads to, so that the links of a page are found without its audiences. */
export function linkPages({ text, planFor, usePlans }: Dialect): string[] {
  return [
    `ALTER TABLE page_links ADD COLUMN page_id ${text} NOT NULL DEFAULT ''`,
    `UPDATE page_links SET page_id = coalesce((
      SELECT audience.page_id FROM audiences AS audience
      WHERE audience.tenant_id = page_links.tenant_id AND audience.audience_id = page_links.audience_id), '')`,
    "CREATE INDEX page_links_page ON page_links (tenant_id, page_id, page_link_id) WHERE deleted_at IS NULL",
    ...planFor("page_links", "page_links_page", [many, ofATenant, 10_000, 1]),
    ...usePlans,
  ];
}
