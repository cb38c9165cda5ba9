import type { Dialect } from "../../dialects";

/** How a page is shown: its language, the order of its topics, its picture for sharing; the sizes of images; how brands look. */
export function pageLooks({ text, integer }: Dialect): string[] {
  return [
    `ALTER TABLE pages ADD COLUMN language ${text}`,
    // Pages from before keep the order that they are known by.
    `ALTER TABLE pages ADD COLUMN topic_order ${text} NOT NULL DEFAULT 'ranked'`,
    `ALTER TABLE pages ADD COLUMN social_image_asset_id ${text}`,
    `ALTER TABLE assets ADD COLUMN width ${integer}`,
    `ALTER TABLE assets ADD COLUMN height ${integer}`,
    `ALTER TABLE brands ADD COLUMN look ${text} NOT NULL DEFAULT '{}'`,
    `ALTER TABLE forms ADD COLUMN look ${text} NOT NULL DEFAULT '{}'`,
  ];
}
