/** @jsxImportSource hono/jsx */
import type { Block } from "./block";
import { readContent } from "./read";
import { videoFields, videoPlayer } from "./video-player";

export const video: Block = {
  view({ content, builder, assetScope }) {
    const { text, images, fields } = readContent(builder.text(content), videoFields);
    const [first = "", ...rest] = text.split("\n");
    const { address, text: title } = images[0] ?? { address: first.trim(), text: rest.join(" ").trim() };
    if (!/^asset_[a-z0-9]{26}$/.test(address)) return undefined;
    const player = videoPlayer(assetScope, { address, title, fields });
    return (
      player && (
        <figure class="b-video">
          {player}
          {title !== "" && <figcaption>{title}</figcaption>}
        </figure>
      )
    );
  },
  style: `
.b-video :where(video){display:block;width:100%;height:auto;max-height:85vh;border-radius:1rem;background:#000}
.b-video :where([poster]){max-height:none;background:0 0}
.b-video :where(.tall,.square){width:auto;max-width:100%;height:min(75vh,115vw)}
.b-video :where(.square){height:min(75vh,80vw)}
@media print{.b-video video:not([poster]){display:none}.b-video video{width:auto;height:36vh;max-width:100%;background:0 0}.b-video video::-webkit-media-controls{display:none}}`,
  summary: "A video asset with its title; `poster:` an image asset, `captions:` an asset with WebVTT",
  example: "![A tour in two minutes](asset_…)\nposter: asset_…\ncaptions: asset_…",
};
