/** @jsxImportSource hono/jsx */
import { imageSource, knownAsset, pageAssetPath } from "../images";
import type { Block } from "./block";
import { readContent } from "./read";

export const video: Block = {
  view({ content, builder, assetScope }) {
    const { text, images, fields } = readContent(builder.text(content), ["poster", "captions"]);
    const [first = "", ...rest] = text.split("\n");
    const { address, text: title } = images[0] ?? { address: first.trim(), text: rest.join(" ").trim() };
    if (!/^asset_[a-z0-9]{26}$/.test(address)) return undefined;
    const asset = knownAsset(assetScope, address);
    if (assetScope.assets && !asset) return null;
    if (asset && !asset.type.startsWith("video/")) {
      assetScope.warn?.("image_not_shown", `${address} is not a video`);
      return null;
    }
    const posterAddress = fields.get("poster") ?? "";
    const poster = imageSource(assetScope, posterAddress, () => undefined);
    const captions = fields.get("captions") ?? "";
    const track = captions !== "" && (!assetScope.assets || knownAsset(assetScope, captions)?.type === "text/vtt");
    if (captions !== "" && !track) assetScope.warn?.("asset_not_found", "captions must be an asset that begins with WEBVTT");
    return (
      <figure class="b-video">
        {/* biome-ignore lint/a11y/useMediaCaption: the owner of the page decides on captions */}
        <video
          controls
          playsinline
          preload={poster ? "none" : "metadata"}
          src={pageAssetPath(assetScope, address)}
          poster={poster && `${poster.src}${poster.srcset ? "/1440" : ""}`}
          width={poster?.width ?? 16}
          height={poster?.height ?? 9}
          aria-label={title || undefined}
        >
          {track && <track kind="captions" src={pageAssetPath(assetScope, captions)} default />}
        </video>
        {title !== "" && <figcaption>{title}</figcaption>}
      </figure>
    );
  },
  style: `
.b-video video{display:block;width:100%;height:auto;max-height:85vh;border-radius:1rem;background:#000}
@media print{.b-video video{display:none}}`,
  summary: "A video asset with its title; `poster:` an image asset, `captions:` an asset with WebVTT",
  example: "![A tour in two minutes](asset_…)\nposter: asset_…\ncaptions: asset_…",
};
