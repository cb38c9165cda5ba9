/** @jsxImportSource hono/jsx */

import { imageSource } from "../images";
import { labelledAddress } from "../links/labelled-address";
import { amongText, Picture } from "../picture";
import { isExternal } from "../templates/addresses";
import type { EntryProps } from "./entry-props";

export function ImageEntry({ content, builder, assetScope }: EntryProps) {
  const { address, text } = labelledAddress(content);
  const caption = builder.text(text);
  const source = imageSource(assetScope, address, (path) => builder.url(path));
  if (source !== undefined) {
    return (
      <figure>
        <Picture source={source} alt={caption} {...amongText(source, assetScope)} />
        {caption !== "" && <figcaption aria-hidden="true">{caption}</figcaption>}
      </figure>
    );
  }
  const href = builder.url(address);
  if (href === undefined || !isExternal(href)) return null;
  return (
    <p>
      <a href={href} rel="noreferrer">
        {caption || builder.text(address)}
      </a>
    </p>
  );
}
