/** @jsxImportSource hono/jsx */
import { Paragraphs } from "../markdown";
import type { EntryProps } from "./entry-props";

/** Text as it is written, but without identifiers of assets, which say nothing to visitors. */
export function PlainText({ content, builder, assetScope }: EntryProps) {
  const text = builder.text(content);
  if (!asset.test(text)) return <Paragraphs text={text} />;
  assetScope.warn?.("image_not_shown", "names an asset, which plain text does not show: it is left out");
  return <Paragraphs text={text.replace(labelled, "$1").replace(alone, "")} />;
}

const asset = /\basset_[a-z0-9]{26}\b/;
/** As in `![text](asset_…)`. Its words stay. */
const labelled = /!?\[([^[\]\n]*)\]\(asset_[a-z0-9]{26}\)/g;
/** With the name of a field, as in `poster: asset_…`. */
const alone = /(?:^[ \t]*[a-z]{1,20}[ \t]*:[ \t]*)?\basset_[a-z0-9]{26}\b/gim;
