/** @jsxImportSource hono/jsx */

import { Paragraphs } from "../markdown";
import { isExternal } from "../templates/addresses";
import type { EntryProps } from "./entry-props";
import { labelledAddress } from "./labelled-address";

export function LinkEntry({ content, builder }: EntryProps) {
  const { address, text } = labelledAddress(content);
  const href = builder.url(address);
  if (href === undefined) return <Paragraphs text={builder.text(content)} />;
  return (
    <p class="link">
      <a href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
        {builder.firstOf([text, address.replace(/^https?:\/\/(www\.)?|\/$/gi, "")])}
      </a>
    </p>
  );
}
