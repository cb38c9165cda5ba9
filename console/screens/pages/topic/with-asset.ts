import { type BlockType, writtenBlocks } from "../../../../contract/pages/blocks";

/** In an example, in place of an asset's identifier. */
const anyAsset = "asset_…";
const identifier = /\basset_[a-z0-9]{26}\b/;

const plainWithAssets = new Set(["markdown", "faq", "image"]);

interface Named {
  assetId: string;
  name: string;
}

/** Plain text shows no asset, and a link leads to none. Of kinds that nobody knows, the content is plain text. */
export function takesAssets(kind: string): boolean {
  return plainWithAssets.has(kind) || Object.hasOwn(writtenBlocks, kind);
}

/** In the place that an example has for one, else in a line of its own. */
export function withAsset(content: string, kind: string, { assetId, name }: Named): string {
  if (content.includes(anyAsset)) return content.replace(anyAsset, assetId);
  // It is of one picture alone.
  if (kind === "image" && identifier.test(content)) return content.replace(identifier, assetId);
  if (kind === "image" && content.trim() !== "") return `${assetId}\n${content.trim()}`;
  const line = `${kind === ("file" satisfies BlockType) ? "" : "!"}[${wordsOf(name)}](${assetId})`;
  return content === "" || content.endsWith("\n") ? content + line : `${content}\n${line}`;
}

/** Without what ends the brackets, divides a line, or is filled in for each audience. */
function wordsOf(name: string): string {
  return name
    .replace(/\.[a-z]\w{1,4}$/i, "")
    .replace(/[[\]{}\\|\s]+/g, " ")
    .trim();
}
