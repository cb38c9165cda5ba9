/** @jsxImportSource hono/jsx */

import { imageSource } from "../images";
import { Paragraphs } from "../markdown";
import { isExternal } from "../templates/addresses";
import type { EntryProps } from "./entry-props";
import { labelledAddress } from "./labelled-address";

export function ImageEntry({ content, builder, assetScope }: EntryProps) {
  const { address, text } = labelledAddress(content);
  const caption = builder.text(text);
  const source = imageSource(assetScope, address, (path) => builder.url(path));
  if (source !== undefined) {
    return (
      <figure>
        <img src={source} alt={caption} loading="lazy" decoding="async" />
      </figure>
    );
  }
  const href = builder.url(address);
  if (href === undefined || !isExternal(href)) return <Paragraphs text={caption || builder.text(address)} />;
  return (
    <p>
      <a href={href} rel="noreferrer">
        {caption || builder.text(address)}
      </a>
    </p>
  );
}
