/** @jsxImportSource hono/jsx */

import { writtenBlocks } from "../../../../contract/pages/blocks";
import { isAssetId } from "../../images";
import { Inline } from "../../markdown";
import type { Block } from "../block";
import { Around } from "../content/around";
import { parts } from "../content/parts";
import { readContent } from "../content/read";
import { videoPlayer } from "./video-player";

export const video: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const { before, after, images, fields } = readContent(builder.text(content), parts.video);
    const [first = "", ...rest] = before.split("\n");
    const [image] = images;
    const { address, text: title } = image ?? { address: first.trim(), text: rest.join(" ").trim() };
    if (!isAssetId(address)) return undefined;
    const player = videoPlayer(assetScope, { address, title, fields });
    return (
      player && (
        <Around read={image ? { before, after } : { before: "", after }} {...props}>
          <figure class="b-video">
            {player}
            {title !== "" && (
              <figcaption>
                <Inline text={title} {...props} />
              </figcaption>
            )}
          </figure>
        </Around>
      )
    );
  },
  style: `
.b-video :where(video){display:block;width:100%;height:auto;max-height:85vh;border-radius:1rem;background:#000}
.b-video :where([poster]){max-height:none;background:0 0}
.b-video :where(.tall,.square){width:auto;max-width:100%;height:min(75vh,115vw)}
.b-video :where(.square){height:min(75vh,80vw)}
@media print{.b-video video:not([poster]){display:none}.b-video video{width:auto;height:36vh;max-width:100%;background:0 0}.b-video video::-webkit-media-controls{display:none}}`,
  ...writtenBlocks.video,
};
