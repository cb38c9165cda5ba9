/** @jsxImportSource hono/jsx */
import { writtenBlocks } from "../../../../contract/pages/blocks";
import { imageSource } from "../../images";
import { Inline } from "../../markdown";
import { Picture } from "../../picture";
import { type Block, columnsOf } from "../block";
import { Around } from "../content/around";
import { parts } from "../content/parts";
import { readContent } from "../content/read";

export const gallery: Block = {
  view({ content, builder, assetScope }) {
    const props = { builder, assetScope };
    const read = readContent(builder.text(content), parts.gallery);
    if (read.images.length === 0) return undefined;
    const shown = read.images.flatMap(({ address, text }) => {
      const source = imageSource(assetScope, address, (path) => builder.urlWithPlaceholders(path));
      return source ? [{ source, text }] : [];
    });
    return (
      <Around read={read} {...props}>
        <div class={`b-gallery ${columnsOf(shown.length)}`}>
          {shown.map(({ source, text }) => (
            <figure>
              <Picture
                source={source}
                alt={text}
                sizes={`auto,(max-width:40rem) 100vw,${shown.length > 2 ? 24 : 72 / shown.length}rem`}
              />
              {text !== "" && (
                <figcaption aria-hidden="true">
                  <Inline text={text} plain {...props} />
                </figcaption>
              )}
            </figure>
          ))}
        </div>
      </Around>
    );
  },
  style: `
.b-gallery{display:flex;flex-wrap:wrap;gap:1rem;margin:0 0 1.1em}
.b-gallery figure{flex:1 1 max(15rem,20.1%);min-width:0;margin:0}
.b-gallery:is(.thirds,.sixths) figure{flex-basis:max(15rem,26%)}
.b-gallery img{width:100%;height:clamp(11rem,22vw,17rem);object-fit:cover;min-height:0;border-radius:.9rem}
.b-gallery figure:only-child img{width:auto;height:auto;contain-intrinsic-size:100rem 100rem}`,
  ...writtenBlocks.gallery,
};
